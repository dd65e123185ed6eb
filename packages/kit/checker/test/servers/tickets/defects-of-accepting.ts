import { defineDefects } from '../kernel/deviation.ts'
import { comment, form, label, phoneTicket, ticket, upload } from './samples.ts'

/** Wrong requests that are taken. */
export const defectsOfAccepting = defineDefects([
  {
    id: 'accepts-long-subject',
    class: 'D14',
    operationId: 'create_ticket',
    description: 'Takes subjects of any length.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) =>
      void (await send('POST', '/tickets', { json: { ...ticket, subject: 'x'.repeat(101) } })),
  },
  {
    id: 'accepts-any-priority',
    class: 'D14',
    operationId: 'create_ticket',
    description: 'Takes any text as a priority.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) =>
      void (await send('POST', '/tickets', { json: { ...ticket, priority: 'critical' } })),
  },
  {
    id: 'accepts-zero-estimate',
    class: 'D14',
    operationId: 'create_ticket',
    description: 'Takes the bound that is excluded.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) => void (await send('POST', '/tickets', { json: { ...ticket, estimate: 0 } })),
  },
  {
    id: 'accepts-ticket-without-subject',
    class: 'D13',
    operationId: 'create_ticket',
    description: 'Does without a required property.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => void (await send('POST', '/tickets', { json: { channel: ticket.channel } })),
  },
  {
    id: 'overlooks-unknown-ticket-fields',
    class: 'D14',
    operationId: 'create_ticket',
    description: 'Takes properties that the closed schema does not name.',
    expectedChecks: ['negative-data-rejection', 'undocumented-properties'],
    probe: async (send) => void (await send('POST', '/tickets', { json: { ...ticket, colour: 'red' } })),
  },
  {
    id: 'accepts-odd-callback-window',
    class: 'D15',
    operationId: 'create_ticket',
    description: 'Takes a window that is no multiple of five, deep in one branch of a choice.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => {
      const callback = { at: '2024-12-01T09:00:00Z', window_minutes: 17 }
      await send('POST', '/tickets', { json: { ...ticket, channel: { ...phoneTicket.channel, callback } } })
    },
  },
  {
    id: 'accepts-callback-at-any-time',
    class: 'D15',
    operationId: 'create_ticket',
    description: 'Takes any text as a time, deep in one branch of a choice.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => {
      const callback = { at: 'tomorrow', window_minutes: 15 }
      await send('POST', '/tickets', { json: { ...ticket, channel: { ...phoneTicket.channel, callback } } })
    },
  },
  {
    id: 'accepts-line-without-speaker',
    class: 'D15',
    operationId: 'create_ticket',
    description: 'Takes an item without a required property, in a list in one branch of a choice.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => {
      const channel = { type: 'chat', transcript: [{ text: 'Hello' }] }
      await send('POST', '/tickets', { json: { ...ticket, channel } })
    },
  },
  {
    id: 'accepts-long-custom-value',
    class: 'D15',
    operationId: 'create_ticket',
    description: 'Takes texts of any length as values of a map.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) =>
      void (await send('POST', '/tickets', { json: { ...ticket, custom: { room: 'x'.repeat(41) } } })),
  },
  {
    id: 'accepts-watchers-as-text',
    class: 'D15',
    operationId: 'create_ticket',
    description: 'Takes texts as items of a list of numbers.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => void (await send('POST', '/tickets', { json: { ...ticket, watchers: ['me'] } })),
  },
  {
    id: 'accepts-same-label-twice',
    class: 'D14',
    operationId: 'update_ticket',
    description: 'Takes a list with the same item twice.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) => void (await send('PATCH', '/tickets/1', { json: { labels: ['ink', 'ink'] } })),
  },
  {
    id: 'accepts-mention-of-zero',
    class: 'D15',
    operationId: 'create_comment',
    description: 'Takes an item of a list below its minimum.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) =>
      void (await send('POST', '/tickets/1/comments', { json: { ...comment, mentions: [0] } })),
  },
  {
    id: 'accepts-any-color',
    class: 'D14',
    operationId: 'put_label',
    description: 'Takes any text as a colour.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => void (await send('PUT', '/labels/ink', { json: { color: 'black' } })),
  },
  {
    id: 'accepts-any-label-name',
    class: 'D14',
    operationId: 'put_label',
    description: 'Takes any text in the path as a name.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => void (await send('PUT', '/labels/Black%20ink', { json: label })),
  },
  {
    id: 'accepts-score-of-six',
    class: 'D14',
    operationId: 'put_rating',
    description: 'Takes a number above its maximum in a form.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => void (await send('PUT', '/tickets/1/rating', form('score=6'))),
  },
  {
    id: 'accepts-rating-without-score',
    class: 'D13',
    operationId: 'put_rating',
    description: 'Does without a required field of a form.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) => void (await send('PUT', '/tickets/1/rating', form('remark=fine'))),
  },
  {
    id: 'accepts-upload-without-file',
    class: 'D13',
    operationId: 'upload_attachment',
    description: 'Does without the file of an upload.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) =>
      void (await send('POST', '/tickets/1/attachments', upload({ caption: 'nothing' }))),
  },
  {
    id: 'accepts-long-caption',
    class: 'D14',
    operationId: 'upload_attachment',
    description: 'Takes texts of any length in one part of an upload.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) =>
      void (await send('POST', '/tickets/1/attachments', upload({ file: 'x', caption: 'x'.repeat(61) }))),
  },
  {
    id: 'accepts-negative-offset',
    class: 'D14',
    operationId: 'list_tickets',
    description: 'Takes an offset below zero.',
    expectedChecks: ['negative-data-rejection', 'response-schema-conformance'],
    probe: async (send) => void (await send('GET', '/tickets?offset=-1')),
  },
  {
    id: 'overlooks-wrong-limits',
    class: 'D14',
    operationId: 'list_tickets',
    description: 'Takes anything as a limit, and its default instead.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) => void (await send('GET', '/tickets?limit=ten')),
  },
  {
    id: 'overlooks-wrong-times',
    class: 'D14',
    operationId: 'list_tickets',
    description: 'Takes any text as a time.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) => void (await send('GET', '/tickets?created_after=yesterday')),
  },
  {
    id: 'searches-without-text',
    class: 'D13',
    operationId: 'search',
    description: 'Does without a required parameter of the query.',
    expectedChecks: ['negative-data-rejection'],
    probe: async (send) => void (await send('GET', '/search')),
  },
])
