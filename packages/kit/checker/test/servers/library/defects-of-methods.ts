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
import { author, member, seeded } from './samples.ts'

const crash: Spoil = answerInstead(
  500,
  'application/problem+json',
  '{"type":"about:blank","title":"Failed","status":500}',
)

/** Methods and paths that work where they should not, or do not where they should. */
export const defectsOfMethods = defineDefects([
  {
    id: 'undeclared-put-works',
    class: 'D20',
    operationId: null,
    path: '/members',
    description: 'Does something on a method that the document does not declare.',
    expectedChecks: ['unsupported-method', 'hidden-route'],
    spoil: (reply, request) =>
      request.method === 'PUT'
        ? answerInstead(200, 'application/json', '{"replaced":0}')(reply, request)
        : reply,
    probe: async (send) => void (await send('PUT', '/members', { json: member })),
  },
  {
    id: 'undeclared-patch-answers-404',
    class: 'D20',
    operationId: null,
    path: '/authors',
    description: 'Answers 404 for an undeclared method on a path that exists.',
    expectedChecks: ['unsupported-method'],
    spoil: onlyWith(405, withStatus(404)),
    probe: async (send) => void (await send('PATCH', '/authors', { json: author })),
  },
  {
    id: 'loans-405-without-allow',
    class: 'D20',
    operationId: null,
    path: '/loans',
    description: 'Answers 405 without saying what is allowed.',
    expectedChecks: ['unsupported-method', 'allow-header-conformance'],
    spoil: onlyWith(405, withoutHeader('allow')),
    probe: async (send) => void (await send('DELETE', '/loans')),
  },
  {
    id: 'books-options-lie',
    class: 'D20',
    operationId: null,
    path: '/books',
    description: 'Advertises a method that the document does not declare.',
    expectedChecks: ['allow-header-conformance'],
    spoil: (reply, request) =>
      request.method === 'OPTIONS'
        ? withHeader('allow', 'GET, HEAD, POST, DELETE, OPTIONS')(reply, request)
        : reply,
    probe: async (send) => void (await send('OPTIONS', '/books')),
  },
  {
    id: 'options-of-loan-crash',
    class: 'D35',
    operationId: null,
    path: '/loans/{loanId}',
    description: 'Fails when it is asked for its methods.',
    expectedChecks: ['not-a-server-error', 'allow-header-conformance', 'unsupported-method', 'hidden-route'],
    spoil: (reply, request) => (request.method === 'OPTIONS' ? crash(reply, request) : reply),
    probe: async (send) => void (await send('OPTIONS', '/loans/1')),
  },
  {
    id: 'debug-route',
    class: 'D31',
    operationId: null,
    path: '/debug',
    description: 'Has a page for its makers that the document does not know.',
    expectedChecks: ['hidden-route'],
    spoil: (reply, request) =>
      request.method === 'GET'
        ? answerInstead(200, 'application/json', '{"heap":12}')(reply, request)
        : reply,
    probe: async (send) => void (await send('GET', '/debug')),
  },
  {
    id: 'opening-hours-not-built',
    class: 'D32',
    operationId: 'getOpeningHours',
    description: 'Answers 501 on a declared operation.',
    expectedChecks: ['method-not-allowed-declared', 'not-a-server-error', 'operation-never-succeeded'],
    spoil: (reply, request) => ({ ...crash(reply, request), status: 501 }),
    probe: async (send) => void (await send('GET', '/opening-hours/mon')),
  },
  {
    id: 'patching-books-not-routed',
    class: 'D32',
    operationId: 'patchBook',
    description: 'Answers 405 on a declared operation.',
    expectedChecks: ['method-not-allowed-declared', 'operation-never-succeeded', 'status-code-conformance'],
    spoil: (reply, request) =>
      withHeader('allow', 'GET, HEAD, PUT, DELETE, OPTIONS')(
        answerInstead(
          405,
          'application/problem+json',
          '{"type":"about:blank","title":"No","status":405}',
        )(reply, request),
        request,
      ),
    probe: async (send) => void (await send('PATCH', `/books/${seeded.book}`)),
  },
  {
    id: 'no-head-for-author',
    class: 'D35',
    operationId: null,
    path: '/authors/{authorId}',
    description: 'Answers 404 to HEAD where GET answers 200.',
    expectedChecks: ['head-mismatch'],
    spoil: (reply, request) =>
      request.method === 'HEAD' && isSuccess(reply) ? { ...reply, status: 404 } : reply,
    probe: async (send) => void (await send('HEAD', `/authors/${seeded.author}`)),
  },
  {
    id: 'head-of-books-in-other-type',
    class: 'D35',
    operationId: null,
    path: '/books',
    description: 'Names another media type to HEAD than to GET.',
    expectedChecks: ['head-mismatch', 'content-type-conformance'],
    spoil: (reply, request) =>
      request.method === 'HEAD' ? withHeader('content-type', 'text/html')(reply, request) : reply,
    probe: async (send) => void (await send('HEAD', '/books')),
  },
])
