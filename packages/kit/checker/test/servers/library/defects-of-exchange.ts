import { fault } from '../kernel/deviation.ts'
import {
  answerInstead,
  isSuccess,
  onlyWith,
  textOf,
  withoutHeader,
  withStatus,
  type Spoil,
} from '../kernel/spoils.ts'

const crash: Spoil = answerInstead(
  500,
  'application/problem+json',
  '{"type":"about:blank","title":"Failed","status":500}',
)

const stack = `TypeError: Cannot read properties of undefined (reading 'memberId')
    at listLoans (/srv/library/src/loans.js:41:27)
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)`

/** Crashes, credentials, media types, and what a response gives away. */
export const defectsOfExchange = [
  fault('empty-ratings-crash', 'D01', 'createBook', ['not-a-server-error'], {
    spoil: (reply, request) =>
      /"ratings":\s*\{\s*\}/.test(textOf(request)) && isSuccess(reply) ? crash(reply, request) : reply,
  }),
  fault('two-countries-crash', 'D01', 'listAuthors', ['not-a-server-error'], {
    spoil: (reply, request) =>
      request.query.split('country=').length > 2 && isSuccess(reply) ? crash(reply, request) : reply,
  }),
  fault('broken-json-crashes', 'D02', 'createMember', ['not-a-server-error'], {
    spoil: onlyWith(400, crash),
  }),
  fault('strange-id-crashes', 'D02', 'getBook', ['not-a-server-error'], {
    spoil: onlyWith(400, crash),
  }),
  fault('anybody-deletes-a-book', 'D21', 'deleteBook', ['ignored-auth', 'invalid-auth'], {
    edit: { at: '/paths/~1books~1{bookId}/delete/security', to: [] },
  }),
  // Asks for a token where the document asks for none.
  fault('strangers-list-no-authors', 'D21', 'listAuthors', [
    'unauthorized-without-security',
    'status-code-conformance',
  ]),
  fault('any-token-adds-an-author', 'D21', 'createAuthor', ['invalid-auth']),
  // Tells strangers 403 where the document promises 401.
  fault('strangers-are-forbidden', 'D21', 'createCopy', ['status-code-conformance', 'ignored-auth'], {
    spoil: onlyWith(401, withStatus(403)),
  }),
  fault(
    'unauthorized-without-challenge',
    'D22',
    'getLoan',
    ['missing-www-authenticate', 'response-headers-conformance'],
    {
      spoil: onlyWith(401, withoutHeader('www-authenticate')),
    },
  ),
  // Gives JSON to those who refuse it, though 406 is documented.
  fault('hours-ignore-accept', 'D34', 'getOpeningHours', ['content-negotiation'], {
    edit: { at: '/paths/~1opening-hours~1{days}/get/responses/406' },
  }),
  // Takes JSON under a media type that the document does not know.
  fault('members-taken-as-text', 'D34', 'createMember', ['negative-data-rejection', 'content-negotiation'], {
    edit: {
      at: '/paths/~1members/post/requestBody/content/text~1plain',
      to: { schema: { $ref: '#/components/schemas/Member' } },
    },
  }),
  // Tells where in its code a wrong parameter made it stumble.
  fault('wrong-filter-tells-stack', 'D36', 'listLoans', ['leaked-internals'], {
    spoil: onlyWith(400, (reply) => ({
      ...reply,
      body: JSON.stringify({ ...(JSON.parse(String(reply.body)) as object), detail: stack }),
    })),
  }),
  fault('long-search-is-slow', 'D37', 'listMembers', ['slow-response'], {
    settings: { maxResponseTimeMs: 400 },
  }),
]
