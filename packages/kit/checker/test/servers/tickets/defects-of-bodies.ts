import { defineDefects } from '../kernel/deviation.ts'
import { editJson, onlyWith, type Spoil } from '../kernel/spoils.ts'
import { comment, phoneTicket, ticket } from './samples.ts'
import type { Comment, Ticket } from './store.ts'

const editData =
  <Data extends object>(change: (data: Data) => object): Spoil =>
  (reply, request) =>
    editJson<{ readonly data: object }>(({ data, ...envelope }) => ({
      data: change(data as Data),
      ...envelope,
    }))(reply, request)

/** Responses whose content is not what the document says. */
export const defectsOfBodies = defineDefects([
  {
    id: 'list-without-total',
    class: 'D04',
    operationId: 'list_tickets',
    description: 'Leaves a required property out of what is told beside the list.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editJson<{ readonly meta: object }>(({ meta, ...rest }) => ({
      ...rest,
      meta: { ...meta, total: undefined },
    })),
    probe: async (send) => void (await send('GET', '/tickets')),
  },
  {
    id: 'comment-without-author-name',
    class: 'D04',
    operationId: 'get_comment',
    description: 'Leaves a required property out of an object inside the answer.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editData<Comment>((data) => ({ ...data, author: { id: data.author.id } })),
    probe: async (send) => {
      const made = await send('POST', '/tickets/1/comments', { json: comment })
      await send('GET', `/tickets/1/comments/${made.json.data?.id}`)
    },
  },
  {
    id: 'ticket-number-is-text',
    class: 'D05',
    operationId: 'get_ticket',
    description: 'Tells a number as text.',
    expectedChecks: ['response-schema-conformance', 'read-your-write', 'resource-identity'],
    spoil: editData<Ticket>((data) => ({ ...data, id: String(data.id) })),
    probe: async (send) => void (await send('GET', '/tickets/1')),
  },
  {
    id: 'priority-is-shouted',
    class: 'D05',
    operationId: 'update_ticket',
    description: 'Tells a value of an enumeration in capitals.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editData<Ticket>((data) => ({ ...data, priority: data.priority.toUpperCase() })),
    probe: async (send) => void (await send('PATCH', '/tickets/1', { json: { subject: 'No lamp' } })),
  },
  {
    id: 'created-at-in-seconds',
    class: 'D05',
    operationId: 'create_comment',
    description: 'Tells a time as a number.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editData<Comment>((data) => ({ ...data, created_at: Date.parse(data.created_at) / 1000 })),
    probe: async (send) => void (await send('POST', '/tickets/1/comments', { json: comment })),
  },
  {
    id: 'labels-are-null',
    class: 'D05',
    operationId: 'reopen_ticket',
    description: 'Tells null where it is not allowed.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editData<Ticket>((data) => ({ ...data, labels: null })),
    probe: async (send) => void (await send('POST', '/tickets/1/reopen')),
  },
  {
    id: 'callback-window-is-text',
    class: 'D06',
    operationId: 'create_ticket',
    description: 'Tells a number as text, in one branch of a choice.',
    expectedChecks: ['response-schema-conformance', 'read-your-write'],
    spoil: (reply) => ({
      ...reply,
      body: String(reply.body ?? '').replace(/"window_minutes":(\d+)/, '"window_minutes":"$1"') || undefined,
    }),
    probe: async (send) => void (await send('POST', '/tickets', { json: phoneTicket })),
  },
  {
    id: 'assignee-is-a-name',
    class: 'D06',
    operationId: 'get_ticket',
    description: 'Tells an object by its name alone, where there is one.',
    expectedChecks: ['response-schema-conformance', 'read-your-write'],
    spoil: editData<Ticket>((data) => ({ ...data, assignee: data.assignee?.name ?? null })),
    probe: async (send) => {
      await send('PATCH', '/tickets/1', { json: { assignee: { id: 7, name: 'Kim' } } })
      await send('GET', '/tickets/1')
    },
  },
  {
    id: 'empty-list-is-null',
    class: 'D06',
    operationId: 'list_comments',
    description: 'Tells null where the list is empty.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editJson<{ readonly data: readonly unknown[] }>((value) =>
      value.data.length === 0 ? { ...value, data: null } : value,
    ),
    probe: async (send) => void (await send('GET', '/tickets/1/comments')),
  },
  {
    id: 'closed-as-duplicate-is-told-wrongly',
    class: 'D06',
    operationId: 'close_ticket',
    description: 'Tells a value outside the enumeration for one of the inputs.',
    expectedChecks: ['response-schema-conformance'],
    spoil: editData<Ticket>((data) => ({
      ...data,
      resolution: data.resolution === 'duplicate' ? 'duplicated' : data.resolution,
    })),
    probe: async (send) =>
      void (await send('POST', '/tickets/1/close', { json: { resolution: 'duplicate' } })),
  },
  {
    id: 'list-with-query-plan',
    class: 'D07',
    operationId: 'list_tickets',
    description: 'Tells a property that the document does not know, beside the list.',
    expectedChecks: ['undocumented-properties'],
    spoil: editJson<{ readonly meta: object }>((value) => ({
      ...value,
      meta: { ...value.meta, plan: 'full scan' },
    })),
    probe: async (send) => void (await send('GET', '/tickets')),
  },
  {
    id: 'internal-comment-with-address',
    class: 'D07',
    operationId: 'get_comment',
    description: 'Tells a property that the document does not know, for internal comments only.',
    expectedChecks: ['undocumented-properties'],
    spoil: editData<Comment>((data) => (data.is_internal ? { ...data, ip_address: '10.0.0.7' } : data)),
    probe: async (send) => {
      const made = await send('POST', '/tickets/1/comments', { json: { ...comment, is_internal: true } })
      await send('GET', `/tickets/1/comments/${made.json.data?.id}`)
    },
  },
  {
    id: 'access-code-is-told',
    class: 'D08',
    operationId: 'create_ticket',
    description: 'Echoes what may only be written.',
    expectedChecks: ['undocumented-properties', 'response-schema-conformance'],
    spoil: editData<Ticket>((data) => ({ ...data, access_code: '0000' })),
    probe: async (send) =>
      void (await send('POST', '/tickets', { json: { ...ticket, access_code: '1234' } })),
  },
  {
    id: 'labels-are-cut-off',
    class: 'D12',
    operationId: 'list_labels',
    description: 'Answers JSON whose end is missing.',
    expectedChecks: ['response-schema-conformance'],
    spoil: onlyWith(200, (reply) => ({ ...reply, body: String(reply.body).slice(0, -2) })),
    probe: async (send) => void (await send('GET', '/labels')),
  },
])
