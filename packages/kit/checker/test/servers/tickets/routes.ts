import { pathEntry, type RouteEntry } from '../kernel/route-table.ts'
import { downloadAttachment, listAttachments, uploadAttachment } from './attachments.ts'
import { createComment, deleteComment, getComment, listComments, replaceComment } from './comments.ts'
import type { Handler } from './desk.ts'
import { getMe, getStatus } from './desk-itself.ts'
import { downloadExport, getDailyReport, getExport, startExport } from './exports.ts'
import { deleteLabel, getLabel, listLabels, putLabel } from './labels.ts'
import { listTickets, search } from './list-tickets.ts'
import { getRating, putRating } from './ratings.ts'
import { closeTicket, createTicket, deleteTicket, getTicket, reopenTicket, updateTicket } from './tickets.ts'

/** An operation of the desk. */
export interface Route {
  readonly id: string
  readonly handle: Handler
  readonly key: 'none' | 'header' | 'header or query'
}

const route = (id: string, handle: Handler, key: Route['key'] = 'header'): Route => ({ id, handle, key })

/** All operations, by path and method. */
export const routes: readonly RouteEntry<Route>[] = [
  pathEntry('/status', { GET: route('get_status', getStatus, 'none') }),
  pathEntry('/me', { GET: route('get_me', getMe) }),
  pathEntry('/search', { GET: route('search', search) }),
  pathEntry('/tickets', {
    GET: route('list_tickets', listTickets),
    POST: route('create_ticket', createTicket),
  }),
  pathEntry('/tickets/{ticket_id}', {
    GET: route('get_ticket', getTicket),
    PATCH: route('update_ticket', updateTicket),
    DELETE: route('delete_ticket', deleteTicket),
  }),
  pathEntry('/tickets/{ticket_id}/close', { POST: route('close_ticket', closeTicket) }),
  pathEntry('/tickets/{ticket_id}/reopen', { POST: route('reopen_ticket', reopenTicket) }),
  pathEntry('/tickets/{ticket_id}/comments', {
    GET: route('list_comments', listComments),
    POST: route('create_comment', createComment),
  }),
  pathEntry('/tickets/{ticket_id}/comments/{comment_id}', {
    GET: route('get_comment', getComment),
    PUT: route('replace_comment', replaceComment),
    DELETE: route('delete_comment', deleteComment),
  }),
  pathEntry('/tickets/{ticket_id}/attachments', {
    GET: route('list_attachments', listAttachments),
    POST: route('upload_attachment', uploadAttachment),
  }),
  pathEntry('/tickets/{ticket_id}/attachments/{attachment_id}', {
    GET: route('download_attachment', downloadAttachment),
  }),
  pathEntry('/tickets/{ticket_id}/rating', {
    GET: route('get_rating', getRating),
    PUT: route('put_rating', putRating),
  }),
  pathEntry('/labels', { GET: route('list_labels', listLabels) }),
  pathEntry('/labels/{name}', {
    GET: route('get_label', getLabel),
    PUT: route('put_label', putLabel),
    DELETE: route('delete_label', deleteLabel),
  }),
  pathEntry('/exports', { POST: route('start_export', startExport) }),
  pathEntry('/exports/{export_id}', { GET: route('get_export', getExport) }),
  pathEntry('/exports/{export_id}/file', { GET: route('download_export', downloadExport) }),
  pathEntry('/reports/daily.csv', { GET: route('get_daily_report', getDailyReport, 'header or query') }),
]
