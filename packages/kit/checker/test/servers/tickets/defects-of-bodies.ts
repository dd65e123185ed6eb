import { fault } from '../kernel/deviation.ts'
import { editJson, onlyWith, type Spoil } from '../kernel/spoils.ts'
import type { Comment, Ticket } from './store.ts'

const editData =
  <Data extends object>(change: (data: Data) => object): Spoil =>
  (reply, request) =>
    editJson<{ readonly data: object }>(({ data, ...envelope }) => ({
      data: change(data as Data),
      ...envelope,
    }))(reply, request)

/** Responses whose content is not what the document says. */
export const defectsOfBodies = [
  // Leaves a required property out of what is told beside the list.
  fault('list-without-total', 'D04', 'list_tickets', ['response-schema-conformance'], {
    spoil: editJson<{ readonly meta: object }>(({ meta, ...rest }) => ({
      ...rest,
      meta: { ...meta, total: undefined },
    })),
  }),
  // Leaves a required property out of an object inside the answer.
  fault('comment-without-author-name', 'D04', 'get_comment', ['response-schema-conformance'], {
    spoil: editData<Comment>((data) => ({ ...data, author: { id: data.author.id } })),
  }),
  // Tells a number as text.
  fault(
    'ticket-number-is-text',
    'D05',
    'get_ticket',
    ['response-schema-conformance', 'read-your-write', 'resource-identity'],
    {
      spoil: editData<Ticket>((data) => ({ ...data, id: String(data.id) })),
    },
  ),
  // Tells a value of an enumeration in capitals.
  fault('priority-is-shouted', 'D05', 'update_ticket', ['response-schema-conformance'], {
    spoil: editData<Ticket>((data) => ({ ...data, priority: data.priority.toUpperCase() })),
  }),
  // Tells a time as a number.
  fault('created-at-in-seconds', 'D05', 'create_comment', ['response-schema-conformance'], {
    spoil: editData<Comment>((data) => ({ ...data, created_at: Date.parse(data.created_at) / 1000 })),
  }),
  fault('labels-are-null', 'D05', 'reopen_ticket', ['response-schema-conformance'], {
    spoil: editData<Ticket>((data) => ({ ...data, labels: null })),
  }),
  // Tells a number as text, in one branch of a choice.
  fault(
    'callback-window-is-text',
    'D06',
    'create_ticket',
    ['response-schema-conformance', 'read-your-write'],
    {
      spoil: (reply) => ({
        ...reply,
        body:
          String(reply.body ?? '').replace(/"window_minutes":(\d+)/, '"window_minutes":"$1"') || undefined,
      }),
    },
  ),
  // Tells an object by its name alone, where there is one.
  fault('assignee-is-a-name', 'D06', 'get_ticket', ['response-schema-conformance', 'read-your-write'], {
    spoil: editData<Ticket>((data) => ({ ...data, assignee: data.assignee?.name ?? null })),
  }),
  fault('empty-list-is-null', 'D06', 'list_comments', ['response-schema-conformance'], {
    spoil: editJson<{ readonly data: readonly unknown[] }>((value) =>
      value.data.length === 0 ? { ...value, data: null } : value,
    ),
  }),
  // Tells a value outside the enumeration for one of the inputs.
  fault('closed-as-duplicate-is-told-wrongly', 'D06', 'close_ticket', ['response-schema-conformance'], {
    spoil: editData<Ticket>((data) => ({
      ...data,
      resolution: data.resolution === 'duplicate' ? 'duplicated' : data.resolution,
    })),
  }),
  // Tells a property that the document does not know, beside the list.
  fault('list-with-query-plan', 'D07', 'list_tickets', ['undocumented-properties'], {
    spoil: editJson<{ readonly meta: object }>((value) => ({
      ...value,
      meta: { ...value.meta, plan: 'full scan' },
    })),
  }),
  // Tells a property that the document does not know, for internal comments only.
  fault('internal-comment-with-address', 'D07', 'get_comment', ['undocumented-properties'], {
    spoil: editData<Comment>((data) => (data.is_internal ? { ...data, ip_address: '10.0.0.7' } : data)),
  }),
  // Echoes what may only be written.
  fault(
    'access-code-is-told',
    'D08',
    'create_ticket',
    ['undocumented-properties', 'response-schema-conformance'],
    {
      spoil: editData<Ticket>((data) => ({ ...data, access_code: '0000' })),
    },
  ),
  // Answers JSON whose end is missing.
  fault('labels-are-cut-off', 'D12', 'list_labels', ['response-schema-conformance'], {
    spoil: onlyWith(200, (reply) => ({ ...reply, body: String(reply.body).slice(0, -2) })),
  }),
]
