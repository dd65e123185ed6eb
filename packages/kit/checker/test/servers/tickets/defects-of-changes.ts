import { fault } from '../kernel/deviation.ts'
import { withHeader } from '../kernel/spoils.ts'

/** Changes that are not kept, or kept where they should not be. */
export const defectsOfChanges = [
  // Says that a comment was made and forgets it.
  fault('created-comment-not-kept', 'D23', 'create_comment', [
    'created-resource-unavailable',
    'list-omits-created',
  ]),
  // Says that a label was made and forgets it.
  fault('new-label-not-kept', 'D23', 'put_label', [
    'created-resource-unavailable',
    'list-omits-created',
    'read-your-write',
  ]),
  // Says that a ticket was removed and keeps it.
  fault('deleted-ticket-stays', 'D24', 'delete_ticket', ['use-after-delete', 'list-keeps-deleted']),
  // Says that a comment was removed and keeps it.
  fault('deleted-comment-stays', 'D24', 'delete_comment', ['use-after-delete', 'list-keeps-deleted']),
  // Refuses a change and does the part of it that is right.
  fault('refused-change-is-half-done', 'D25', 'update_ticket', ['failed-change-side-effects']),
  // Refuses a comment and leaves an empty one behind.
  fault('refused-comment-is-kept', 'D25', 'create_comment', ['failed-creation-leak']),
  // Keeps what the new representation leaves out.
  fault('put-label-keeps-description', 'D26', 'put_label', ['put-replaces']),
  // Adds to a list what should replace it, at each repetition.
  fault('mentions-pile-up', 'D26', 'replace_comment', ['put-idempotent', 'put-replaces', 'read-your-write']),
  // Answers 201 for a label that was there before.
  fault('every-put-is-a-creation', 'D26', 'put_label', ['repeated-put-created', 'misleading-created']),
  // Empties a list that a change does not name.
  fault('change-forgets-labels', 'D26', 'update_ticket', ['patch-merges']),
  // Names the place of a new ticket without the prefix of the server.
  fault('ticket-location-without-prefix', 'D27', 'create_ticket', ['location-valid'], {
    spoil: (reply, request) =>
      reply.status === 201 ? withHeader('location', '/tickets/7')(reply, request) : reply,
  }),
  // Names a place for the export where there is nothing.
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
