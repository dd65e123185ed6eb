import { fault } from '../kernel/deviation.ts'
import {
  answerInstead,
  isSuccess,
  onlyTo,
  onlyWith,
  withHeader,
  withoutHeader,
  withStatus,
  type Spoil,
} from '../kernel/spoils.ts'

const crash: Spoil = answerInstead(
  500,
  'application/json',
  '{"error":{"code":"failed","message":"It failed."}}',
)

/** Methods and paths that work where they should not, or do not where they should. */
export const defectsOfMethods = [
  // Does something on a method that the document does not declare.
  fault('undeclared-put-replaces-ticket', 'D20', null, ['unsupported-method', 'hidden-route'], {
    path: '/tickets/{ticket_id}',
    spoil: onlyTo('PUT', answerInstead(200, 'application/json', '{"data":{}}')),
  }),
  // Answers 400 for an undeclared method on a path that exists.
  fault('undeclared-post-answers-400', 'D20', null, ['unsupported-method', 'hidden-route'], {
    path: '/labels',
    spoil: onlyTo('POST', withStatus(400)),
  }),
  fault('me-405-without-allow', 'D20', null, ['unsupported-method', 'allow-header-conformance'], {
    path: '/me',
    spoil: onlyWith(405, withoutHeader('allow')),
  }),
  // Does not advertise a method that the document declares.
  fault('options-hide-patch', 'D20', null, ['allow-header-conformance'], {
    path: '/tickets/{ticket_id}',
    spoil: onlyTo('OPTIONS', withHeader('allow', 'GET, HEAD, DELETE, OPTIONS')),
  }),
  // Has a page for its makers that the document does not know.
  fault('internal-route', 'D31', null, ['hidden-route'], {
    path: '/internal/state',
    spoil: onlyTo('GET', answerInstead(200, 'text/plain', 'tickets_total 6\n')),
  }),
  // Has a page for its owners that the document does not know, and that leads elsewhere.
  fault('admin-route', 'D31', null, ['hidden-route'], {
    path: '/admin',
    spoil: (reply, request) =>
      request.method === 'GET'
        ? { status: 302, headers: { location: '/api/v2/admin/login' }, body: undefined }
        : reply,
  }),
  // Answers 404 on a declared operation, whatever it is asked.
  fault('reopening-not-built', 'D32', 'reopen_ticket', ['operation-never-succeeded'], {
    spoil: (reply, request) =>
      isSuccess(reply)
        ? answerInstead(
            404,
            'application/json',
            '{"error":{"code":"not_found","message":"No."}}',
          )(reply, request)
        : reply,
  }),
  fault(
    'label-deletion-not-built',
    'D32',
    'delete_label',
    ['method-not-allowed-declared', 'not-a-server-error', 'operation-never-succeeded'],
    {
      spoil: (reply, request) => ({ ...crash(reply, request), status: 501 }),
    },
  ),
  fault('no-head-for-ticket', 'D35', null, ['head-mismatch'], {
    path: '/tickets/{ticket_id}',
    spoil: (reply, request) =>
      request.method === 'HEAD' && isSuccess(reply) ? withStatus(405)(reply, request) : reply,
  }),
]
