import { emptyReply } from '../kernel/reply.ts'
import { dataReply, Fault, type Call, type Desk, type Handler } from './desk.ts'
import { findTicket } from './find-ticket.ts'
import { readWindow } from './list-tickets.ts'
import { assertRule, readJson, readNumber } from './read-call.ts'
import type { Comment } from './store.ts'
import { commentRule } from './ticket-rules.ts'

type CommentInput = Pick<Comment, 'text' | 'mentions'> & { readonly is_internal?: boolean }

const author = { id: 7, name: 'Kim' }

const readComment = (call: Call, { on }: Desk): Pick<Comment, 'text' | 'is_internal' | 'mentions'> => {
  const body = readJson(call)
  assertRule(commentRule(on), body, 'comment')
  const { text, is_internal = on('comments-are-internal-by-default'), mentions } = body as CommentInput
  return { text, is_internal, ...(mentions === undefined ? {} : { mentions }) }
}

const findComment = (call: Call, desk: Desk): Comment => {
  const ticket = findTicket(call, desk)
  const comment = desk.store.comments.get(readNumber(call, 'comment_id'))
  const isStray = comment?.ticket_id !== ticket.id && !desk.on('comment-found-under-any-ticket')
  if (comment === undefined || isStray) throw new Fault(404, 'There is no such comment.')
  return comment
}

export const listComments: Handler = (call, desk) => {
  const { id } = findTicket(call, desk)
  const { offset, limit } = readWindow(call, { ...desk, on: () => false })
  const own = [...desk.store.comments.values()].filter(({ ticket_id }) => ticket_id === id)
  const listed = desk.on('internal-comments-not-listed') ? own.filter(({ is_internal }) => !is_internal) : own
  const total = desk.on('newest-comment-not-listed') ? listed.slice(0, -1) : listed
  return dataReply(200, total.slice(offset, offset + limit), { total: total.length, offset, limit })
}

export const createComment: Handler = async (call, desk) => {
  const { store, on, pause } = desk
  if (on('every-comment-is-slow')) await pause(250)
  const ticket = findTicket(call, desk)
  const refused = on('refused-comment-is-kept')
    ? { ticket_id: ticket.id, text: '?', is_internal: false }
    : undefined
  const keep = (content: Omit<Comment, 'id' | 'author' | 'created_at'>): Comment => {
    const comment = { id: store.nextNumber('comment'), ...content, author, created_at: store.now() }
    if (!on('created-comment-not-kept')) store.comments.set(comment.id, comment)
    return comment
  }
  try {
    return dataReply(201, keep({ ticket_id: ticket.id, ...readComment(call, desk) }))
  } catch (error) {
    if (refused !== undefined) keep(refused)
    throw error
  }
}

export const getComment: Handler = (call, desk) => dataReply(200, findComment(call, desk))

export const replaceComment: Handler = (call, desk) => {
  const { id, ticket_id, created_at, mentions = [] } = findComment(call, desk)
  const content = readComment(call, { ...desk, on: () => false })
  const gathered = desk.on('mentions-pile-up')
    ? { mentions: [...mentions, ...(content.mentions ?? [])].slice(-50) }
    : {}
  const comment: Comment = { id, ticket_id, ...content, ...gathered, author, created_at }
  desk.store.comments.set(id, comment)
  return dataReply(200, comment)
}

export const deleteComment: Handler = (call, desk) => {
  const { id } = findComment(call, desk)
  if (!desk.on('deleted-comment-stays')) desk.store.comments.delete(id)
  return emptyReply()
}
