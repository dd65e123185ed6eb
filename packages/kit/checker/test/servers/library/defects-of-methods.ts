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
  'application/problem+json',
  '{"type":"about:blank","title":"Failed","status":500}',
)

/** Methods and paths that work where they should not, or do not where they should. */
export const defectsOfMethods = [
  // Does something on a method that the document does not declare.
  fault('undeclared-put-works', 'D20', null, ['unsupported-method', 'hidden-route'], {
    path: '/members',
    spoil: onlyTo('PUT', answerInstead(200, 'application/json', '{"replaced":0}')),
  }),
  // Answers 404 for an undeclared method on a path that exists.
  fault('undeclared-patch-answers-404', 'D20', null, ['unsupported-method'], {
    path: '/authors',
    spoil: onlyWith(405, withStatus(404)),
  }),
  fault('loans-405-without-allow', 'D20', null, ['unsupported-method', 'allow-header-conformance'], {
    path: '/loans',
    spoil: onlyWith(405, withoutHeader('allow')),
  }),
  // Advertises a method that the document does not declare.
  fault('books-options-lie', 'D20', null, ['allow-header-conformance'], {
    path: '/books',
    spoil: onlyTo('OPTIONS', withHeader('allow', 'GET, HEAD, POST, DELETE, OPTIONS')),
  }),
  // Fails when it is asked for its methods.
  fault(
    'options-of-loan-crash',
    'D35',
    null,
    ['not-a-server-error', 'allow-header-conformance', 'unsupported-method', 'hidden-route'],
    {
      path: '/loans/{loanId}',
      spoil: onlyTo('OPTIONS', crash),
    },
  ),
  // Has a page for its makers that the document does not know.
  fault('debug-route', 'D31', null, ['hidden-route'], {
    path: '/debug',
    spoil: onlyTo('GET', answerInstead(200, 'application/json', '{"heap":12}')),
  }),
  // Answers 501 on a declared operation.
  fault(
    'opening-hours-not-built',
    'D32',
    'getOpeningHours',
    ['method-not-allowed-declared', 'not-a-server-error', 'operation-never-succeeded'],
    {
      spoil: (reply, request) => ({ ...crash(reply, request), status: 501 }),
    },
  ),
  // Answers 405 on a declared operation.
  fault(
    'patching-books-not-routed',
    'D32',
    'patchBook',
    ['method-not-allowed-declared', 'operation-never-succeeded', 'status-code-conformance'],
    {
      spoil: (reply, request) =>
        withHeader('allow', 'GET, HEAD, PUT, DELETE, OPTIONS')(
          answerInstead(
            405,
            'application/problem+json',
            '{"type":"about:blank","title":"No","status":405}',
          )(reply, request),
          request,
        ),
    },
  ),
  fault('no-head-for-author', 'D35', null, ['head-mismatch'], {
    path: '/authors/{authorId}',
    spoil: (reply, request) =>
      request.method === 'HEAD' && isSuccess(reply) ? { ...reply, status: 404 } : reply,
  }),
  // Names another media type to HEAD than to GET.
  fault('head-of-books-in-other-type', 'D35', null, ['head-mismatch', 'content-type-conformance'], {
    path: '/books',
    spoil: onlyTo('HEAD', withHeader('content-type', 'text/html')),
  }),
]
