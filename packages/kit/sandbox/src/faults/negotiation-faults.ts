import { withHeaders } from './effects.ts'
import { everywhere, type FaultKind } from './fault.ts'

/** Faults of `Accept` and HEAD (RFC 9110, 9.3.2 and 12.5.1). */
export const negotiationFaults: readonly FaultKind[] = [
  {
    id: 'accept-ignored',
    class: 'responses',
    title: '`Accept` is ignored',
    advice: 'Give the operation an example of a request that succeeds.',
    find: ({ operation: { responses } }) =>
      everywhere(
        responses.has('406')
          ? {
              receive: (call) =>
                call.headers['accept'] === undefined ? call : withHeaders(call, { accept: undefined }),
            }
          : undefined,
      ),
  },
  {
    id: 'head-without-headers',
    class: 'responses',
    title: 'HEAD lacks the headers of GET',
    advice: 'Require the headers of the response (`required: true`): an optional one may be missing.',
    find: ({ operation }) =>
      everywhere(
        operation.method === 'GET' &&
          [...operation.responses.values()].some(({ headers }) => headers.length > 0)
          ? {
              respond: (reply, { method }) =>
                method === 'HEAD' && Object.keys(reply.headers ?? {}).length > 0
                  ? { ...reply, headers: {} }
                  : reply,
            }
          : undefined,
      ),
  },
  {
    id: 'head-differs',
    class: 'responses',
    title: 'HEAD returns another status than GET',
    advice: 'Document HEAD beside GET.',
    find: ({ operation }) =>
      everywhere(
        operation.method === 'GET' || operation.method === 'HEAD'
          ? {
              respond: (reply, { method }) =>
                method === 'HEAD' ? { ...reply, status: reply.status === 200 ? 404 : 200 } : reply,
            }
          : undefined,
      ),
  },
]
