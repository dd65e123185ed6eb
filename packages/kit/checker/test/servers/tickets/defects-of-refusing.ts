import { defineDefects } from '../kernel/deviation.ts'
import { chatTicket, form, label, ticket } from './samples.ts'

/** Right requests that are refused. */
export const defectsOfRefusing = defineDefects([
  {
    id: 'rejects-shortest-subject',
    class: 'D16',
    operationId: 'create_ticket',
    description: 'Refuses a subject of exactly the least length.',
    expectedChecks: ['positive-data-acceptance'],
    probe: async (send) => void (await send('POST', '/tickets', { json: { ...ticket, subject: 'Hot' } })),
  },
  {
    id: 'rejects-empty-labels',
    class: 'D16',
    operationId: 'create_ticket',
    description: 'Refuses an empty list.',
    expectedChecks: ['positive-data-acceptance'],
    probe: async (send) => void (await send('POST', '/tickets', { json: { ...ticket, labels: [] } })),
  },
  {
    id: 'rejects-null-due-date',
    class: 'D16',
    operationId: 'create_ticket',
    description: 'Refuses null where it is allowed.',
    expectedChecks: ['positive-data-acceptance'],
    probe: async (send) => void (await send('POST', '/tickets', { json: { ...ticket, due_at: null } })),
  },
  {
    id: 'rejects-null-callback',
    class: 'D16',
    operationId: 'create_ticket',
    description: 'Refuses null in one branch of a choice.',
    expectedChecks: ['positive-data-acceptance'],
    probe: async (send) =>
      void (await send('POST', '/tickets', {
        json: { ...ticket, channel: { type: 'phone', number: '+4612345678', callback: null } },
      })),
  },
  {
    id: 'rejects-bot-in-transcript',
    class: 'D16',
    operationId: 'create_ticket',
    description: 'Refuses one of the values of an enumeration, deep in one branch of a choice.',
    expectedChecks: ['positive-data-acceptance'],
    probe: async (send) => {
      const channel = { ...chatTicket.channel, transcript: [{ from: 'bot', text: 'Beep' }] }
      await send('POST', '/tickets', { json: { ...ticket, channel } })
    },
  },
  {
    id: 'rejects-urgent-change',
    class: 'D17',
    operationId: 'update_ticket',
    description: 'Refuses one of the priorities, which its own example has.',
    expectedChecks: ['positive-data-acceptance', 'example-conformance'],
    probe: async (send) => void (await send('PATCH', '/tickets/1', { json: { priority: 'urgent' } })),
  },
  {
    id: 'rejects-longest-comment',
    class: 'D16',
    operationId: 'create_comment',
    description: 'Refuses a comment of exactly the greatest length.',
    expectedChecks: ['positive-data-acceptance'],
    probe: async (send) =>
      void (await send('POST', '/tickets/1/comments', { json: { text: 'x'.repeat(300) } })),
  },
  {
    id: 'rejects-null-description',
    class: 'D16',
    operationId: 'put_label',
    description: 'Refuses null where it is allowed.',
    expectedChecks: ['positive-data-acceptance'],
    probe: async (send) => void (await send('PUT', '/labels/ink', { json: { ...label, description: null } })),
  },
  {
    id: 'rejects-largest-limit',
    class: 'D16',
    operationId: 'list_tickets',
    description: 'Refuses the greatest limit.',
    expectedChecks: ['positive-data-acceptance'],
    probe: async (send) => void (await send('GET', '/tickets?limit=50')),
  },
  {
    id: 'reads-one-priority',
    class: 'D19',
    operationId: 'list_tickets',
    description: 'Refuses a repeated name where a list is to come that way.',
    expectedChecks: ['positive-data-acceptance'],
    probe: async (send) => void (await send('GET', '/tickets?priority=low&priority=high')),
  },
  {
    id: 'splits-within-at-bars',
    class: 'D19',
    operationId: 'search',
    description: 'Does not split a list at commas.',
    expectedChecks: ['positive-data-acceptance'],
    probe: async (send) => void (await send('GET', '/search?q=no&within=subject,body')),
  },
  {
    id: 'reads-one-topic',
    class: 'D19',
    operationId: 'put_rating',
    description: 'Refuses a repeated field where a form sends a list.',
    expectedChecks: ['positive-data-acceptance'],
    probe: async (send) =>
      void (await send('PUT', '/tickets/1/rating', form('score=5&topics=tone&topics=speed'))),
  },
])
