import { defineDefects } from '../kernel/deviation.ts'
import { withHeader } from '../kernel/spoils.ts'
import { comment, form, label, ticket } from './samples.ts'

/** Changes that are not kept, or kept where they should not be. */
export const defectsOfChanges = defineDefects([
  {
    id: 'created-comment-not-kept',
    class: 'D23',
    operationId: 'create_comment',
    description: 'Says that a comment was made and forgets it.',
    expectedChecks: ['created-resource-unavailable', 'list-omits-created'],
    probe: async (send) => {
      const made = await send('POST', '/tickets/1/comments', { json: comment })
      await send('GET', `/tickets/1/comments/${made.json.data?.id}`)
    },
  },
  {
    id: 'new-label-not-kept',
    class: 'D23',
    operationId: 'put_label',
    description: 'Says that a label was made and forgets it.',
    expectedChecks: ['created-resource-unavailable', 'list-omits-created', 'read-your-write'],
    probe: async (send) => {
      await send('PUT', '/labels/ink', { json: label })
      await send('GET', '/labels/ink')
    },
  },
  {
    id: 'deleted-ticket-stays',
    class: 'D24',
    operationId: 'delete_ticket',
    description: 'Says that a ticket was removed and keeps it.',
    expectedChecks: ['use-after-delete', 'list-keeps-deleted'],
    probe: async (send) => {
      await send('DELETE', '/tickets/1')
      await send('GET', '/tickets/1')
    },
  },
  {
    id: 'deleted-comment-stays',
    class: 'D24',
    operationId: 'delete_comment',
    description: 'Says that a comment was removed and keeps it.',
    expectedChecks: ['use-after-delete', 'list-keeps-deleted'],
    probe: async (send) => {
      const made = await send('POST', '/tickets/1/comments', { json: comment })
      await send('DELETE', `/tickets/1/comments/${made.json.data?.id}`)
      await send('GET', `/tickets/1/comments/${made.json.data?.id}`)
    },
  },
  {
    id: 'refused-change-is-half-done',
    class: 'D25',
    operationId: 'update_ticket',
    description: 'Refuses a change and does the part of it that is right.',
    expectedChecks: ['failed-change-side-effects'],
    probe: async (send) => {
      await send('PATCH', '/tickets/1', { json: { subject: 'No roof', priority: 'vital' } })
      await send('GET', '/tickets/1')
    },
  },
  {
    id: 'refused-comment-is-kept',
    class: 'D25',
    operationId: 'create_comment',
    description: 'Refuses a comment and leaves an empty one behind.',
    expectedChecks: ['failed-creation-leak'],
    probe: async (send) => {
      await send('POST', '/tickets/1/comments', { json: { text: '' } })
      await send('GET', '/tickets/1/comments')
    },
  },
  {
    id: 'put-label-keeps-description',
    class: 'D26',
    operationId: 'put_label',
    description: 'Keeps what the new representation leaves out.',
    expectedChecks: ['put-replaces'],
    probe: async (send) => {
      await send('PUT', '/labels/ink', { json: { ...label, description: 'Black' } })
      await send('PUT', '/labels/ink', { json: label })
    },
  },
  {
    id: 'mentions-pile-up',
    class: 'D26',
    operationId: 'replace_comment',
    description: 'Adds to a list what should replace it, at each repetition.',
    expectedChecks: ['put-idempotent', 'put-replaces', 'read-your-write'],
    probe: async (send) => {
      const made = await send('POST', '/tickets/1/comments', { json: { ...comment, mentions: [1] } })
      await send('PUT', `/tickets/1/comments/${made.json.data?.id}`, { json: { ...comment, mentions: [2] } })
    },
  },
  {
    id: 'every-put-is-a-creation',
    class: 'D26',
    operationId: 'put_label',
    description: 'Answers 201 for a label that was there before.',
    expectedChecks: ['repeated-put-created', 'misleading-created'],
    probe: async (send) => void (await send('PUT', '/labels/printer', { json: label })),
  },
  {
    id: 'change-forgets-labels',
    class: 'D26',
    operationId: 'update_ticket',
    description: 'Empties a list that a change does not name.',
    expectedChecks: ['patch-merges'],
    probe: async (send) => void (await send('PATCH', '/tickets/1', { json: { subject: 'No roof' } })),
  },
  {
    id: 'ticket-location-without-prefix',
    class: 'D27',
    operationId: 'create_ticket',
    description: 'Names the place of a new ticket without the prefix of the server.',
    expectedChecks: ['location-valid'],
    spoil: (reply, request) =>
      reply.status === 201 ? withHeader('location', '/tickets/7')(reply, request) : reply,
    probe: async (send) => void (await send('POST', '/tickets', { json: ticket })),
  },
  {
    id: 'export-location-leads-nowhere',
    class: 'D27',
    operationId: 'start_export',
    description: 'Names a place for the export where there is nothing.',
    expectedChecks: ['location-valid'],
    spoil: (reply, request) =>
      reply.status === 202 ? withHeader('location', '/api/v2/exports/ex_zzzzzz')(reply, request) : reply,
    probe: async (send) => void (await send('POST', '/exports', { json: { format: 'csv' } })),
  },
  {
    id: 'estimates-are-kept-rounded',
    class: 'D28',
    operationId: 'create_ticket',
    description: 'Keeps a whole number where it answers a fraction.',
    expectedChecks: ['read-your-write'],
    probe: async (send) => {
      const made = await send('POST', '/tickets', { json: { ...ticket, estimate: 0.5 } })
      await send('GET', `/tickets/${made.json.data?.id}`)
    },
  },
  {
    id: 'ratings-are-told-doubled',
    class: 'D28',
    operationId: 'put_rating',
    description: 'Answers another score than it was sent and than it keeps.',
    expectedChecks: ['read-your-write', 'response-schema-conformance'],
    probe: async (send) => void (await send('PUT', '/tickets/1/rating', form('score=2'))),
  },
  {
    id: 'tickets-are-low-by-default',
    class: 'D18',
    operationId: 'create_ticket',
    description: 'Takes another value than the documented default.',
    expectedChecks: ['default-not-applied'],
    probe: async (send) => void (await send('POST', '/tickets', { json: ticket })),
  },
  {
    id: 'comments-are-internal-by-default',
    class: 'D18',
    operationId: 'create_comment',
    description: 'Takes true where the documented default is false.',
    expectedChecks: ['default-not-applied'],
    probe: async (send) => void (await send('POST', '/tickets/1/comments', { json: comment })),
  },
  {
    id: 'tickets-end-as-duplicates',
    class: 'D18',
    operationId: 'close_ticket',
    description: 'Takes another value than the documented default, of an action.',
    expectedChecks: ['default-not-applied'],
    probe: async (send) => void (await send('POST', '/tickets/1/close', { json: {} })),
  },
  {
    id: 'two-tickets-by-default',
    class: 'D18',
    operationId: 'list_tickets',
    description: 'Lists two where the document promises four.',
    expectedChecks: ['default-not-applied'],
    probe: async (send) => void (await send('GET', '/tickets')),
  },
])
