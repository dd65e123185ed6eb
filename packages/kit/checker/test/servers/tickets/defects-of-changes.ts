import { fault } from '../kernel/deviation.ts'
import { withHeader } from '../kernel/spoils.ts'

/** Changes that are not kept, or kept where they should not be. */
export const defectsOfChanges = [
  fault('created-comment-not-kept', 'D23', 'create_comment', [
    'created-resource-unavailable',
    'list-omits-created',
  ]),
  fault('new-label-not-kept', 'D23', 'put_label', [
    'created-resource-unavailable',
    'list-omits-created',
    'read-your-write',
  ]),
  fault('deleted-ticket-stays', 'D24', 'delete_ticket', ['use-after-delete', 'list-keeps-deleted']),
  fault('deleted-comment-stays', 'D24', 'delete_comment', ['use-after-delete', 'list-keeps-deleted']),
  fault('refused-change-is-half-done', 'D25', 'update_ticket', ['failed-change-side-effects']),
  fault('refused-comment-is-kept', 'D25', 'create_comment', ['failed-creation-leak']),
  // Keeps what the new representation leaves out.
  fault('put-label-keeps-description', 'D26', 'put_label', ['put-replaces']),
  // Adds to a list what should replace it, at each repetition.
  fault('mentions-pile-up', 'D26', 'replace_comment', ['put-idempotent', 'put-replaces', 'read-your-write']),
  fault('every-put-is-a-creation', 'D26', 'put_label', ['repeated-put-created']),
  fault('change-forgets-labels', 'D26', 'update_ticket', ['patch-merges']),
  fault('ticket-location-without-prefix', 'D27', 'create_ticket', ['location-valid'], {
    spoil: (reply, request) =>
      reply.status === 201 ? withHeader('location', '/tickets/7')(reply, request) : reply,
  }),
  fault('export-location-leads-nowhere', 'D27', 'start_export', ['location-valid'], {
    spoil: (reply, request) =>
      reply.status === 202 ? withHeader('location', '/api/v2/exports/ex_zzzzzz')(reply, request) : reply,
  }),
  // Keeps a whole number where it answers a fraction.
  fault('estimates-are-kept-rounded', 'D28', 'create_ticket', ['read-your-write']),
  // Answers another score than it was sent and than it keeps.
  fault('ratings-are-told-doubled', 'D28', 'put_rating', ['read-your-write', 'response-schema-conformance']),
  // Takes another value than the documented default.
  fault('tickets-are-low-by-default', 'D18', 'create_ticket', ['default-not-applied']),
  // Takes true where the documented default is false.
  fault('comments-are-internal-by-default', 'D18', 'create_comment', ['default-not-applied']),
  // Takes another value than the documented default, of an action.
  fault('tickets-end-as-duplicates', 'D18', 'close_ticket', ['default-not-applied']),
  // Lists two where the document promises four.
  fault('two-tickets-by-default', 'D18', 'list_tickets', ['default-not-applied']),
]
