import { defineDefects } from '../kernel/deviation.ts'
import {
  answerInstead,
  isSuccess,
  onlyWith,
  withHeader,
  withoutHeader,
  withStatus,
  type Spoil,
} from '../kernel/spoils.ts'
import { ticket } from './samples.ts'

const crash: Spoil = answerInstead(
  500,
  'application/json',
  '{"error":{"code":"failed","message":"It failed."}}',
)

/** Methods and paths that work where they should not, or do not where they should. */
export const defectsOfMethods = defineDefects([
  {
    id: 'undeclared-put-replaces-ticket',
    class: 'D20',
    operationId: null,
    path: '/tickets/{ticket_id}',
    description: 'Does something on a method that the document does not declare.',
    expectedChecks: ['unsupported-method', 'hidden-route'],
    spoil: (reply, request) =>
      request.method === 'PUT'
        ? answerInstead(200, 'application/json', '{"data":{}}')(reply, request)
        : reply,
    probe: async (send) => void (await send('PUT', '/tickets/1', { json: ticket })),
  },
  {
    id: 'undeclared-post-answers-400',
    class: 'D20',
    operationId: null,
    path: '/labels',
    description: 'Answers 400 for an undeclared method on a path that exists.',
    expectedChecks: ['unsupported-method', 'hidden-route'],
    spoil: (reply, request) => (request.method === 'POST' ? { ...reply, status: 400 } : reply),
    probe: async (send) => void (await send('POST', '/labels')),
  },
  {
    id: 'me-405-without-allow',
    class: 'D20',
    operationId: null,
    path: '/me',
    description: 'Answers 405 without saying what is allowed.',
    expectedChecks: ['unsupported-method', 'allow-header-conformance'],
    spoil: onlyWith(405, withoutHeader('allow')),
    probe: async (send) => void (await send('DELETE', '/me')),
  },
  {
    id: 'options-hide-patch',
    class: 'D20',
    operationId: null,
    path: '/tickets/{ticket_id}',
    description: 'Does not advertise a method that the document declares.',
    expectedChecks: ['allow-header-conformance'],
    spoil: (reply, request) =>
      request.method === 'OPTIONS'
        ? withHeader('allow', 'GET, HEAD, DELETE, OPTIONS')(reply, request)
        : reply,
    probe: async (send) => void (await send('OPTIONS', '/tickets/1')),
  },
  {
    id: 'internal-route',
    class: 'D31',
    operationId: null,
    path: '/internal/state',
    description: 'Has a page for its makers that the document does not know.',
    expectedChecks: ['hidden-route'],
    spoil: (reply, request) =>
      request.method === 'GET'
        ? answerInstead(200, 'text/plain', 'tickets_total 6\n')(reply, request)
        : reply,
    probe: async (send) => void (await send('GET', '/internal/state')),
  },
  {
    id: 'admin-route',
    class: 'D31',
    operationId: null,
    path: '/admin',
    description: 'Has a page for its owners that the document does not know, and that leads elsewhere.',
    expectedChecks: ['hidden-route'],
    spoil: (reply, request) =>
      request.method === 'GET'
        ? { status: 302, headers: { location: '/api/v2/admin/login' }, body: undefined }
        : reply,
    probe: async (send) => void (await send('GET', '/admin')),
  },
  {
    id: 'reopening-not-built',
    class: 'D32',
    operationId: 'reopen_ticket',
    description: 'Answers 404 on a declared operation, whatever it is asked.',
    expectedChecks: ['operation-never-succeeded'],
    spoil: (reply, request) =>
      isSuccess(reply)
        ? answerInstead(
            404,
            'application/json',
            '{"error":{"code":"not_found","message":"No."}}',
          )(reply, request)
        : reply,
    probe: async (send) => void (await send('POST', '/tickets/1/reopen')),
  },
  {
    id: 'label-deletion-not-built',
    class: 'D32',
    operationId: 'delete_label',
    description: 'Answers 501 on a declared operation.',
    expectedChecks: ['method-not-allowed-declared', 'not-a-server-error', 'operation-never-succeeded'],
    spoil: (reply, request) => ({ ...crash(reply, request), status: 501 }),
    probe: async (send) => void (await send('DELETE', '/labels/printer')),
  },
  {
    id: 'no-head-for-ticket',
    class: 'D35',
    operationId: null,
    path: '/tickets/{ticket_id}',
    description: 'Answers 405 to HEAD where GET answers 200.',
    expectedChecks: ['head-mismatch'],
    spoil: (reply, request) =>
      request.method === 'HEAD' && isSuccess(reply) ? withStatus(405)(reply, request) : reply,
    probe: async (send) => void (await send('HEAD', '/tickets/1')),
  },
])
