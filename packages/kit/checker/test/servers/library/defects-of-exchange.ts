import { defineDefects } from '../kernel/deviation.ts'
import {
  answerInstead,
  isSuccess,
  onlyWith,
  textOf,
  withoutHeader,
  withStatus,
  type Spoil,
} from '../kernel/spoils.ts'
import { author, book, copy, member, seeded } from './samples.ts'

const crash: Spoil = answerInstead(
  500,
  'application/problem+json',
  '{"type":"about:blank","title":"Failed","status":500}',
)

const stack = `TypeError: Cannot read properties of undefined (reading 'memberId')
    at listLoans (/srv/library/src/loans.js:41:27)
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)`

/** Crashes, credentials, media types, and what a response gives away. */
export const defectsOfExchange = defineDefects([
  {
    id: 'empty-ratings-crash',
    class: 'D01',
    operationId: 'createBook',
    description: 'Fails on a book whose map of ratings is empty.',
    expectedChecks: ['not-a-server-error'],
    spoil: (reply, request) =>
      /"ratings":\s*\{\s*\}/.test(textOf(request)) && isSuccess(reply) ? crash(reply, request) : reply,
    probe: async (send) => void (await send('POST', '/books', { json: { ...book, ratings: {} } })),
  },
  {
    id: 'two-countries-crash',
    class: 'D01',
    operationId: 'listAuthors',
    description: 'Fails when two countries are asked for.',
    expectedChecks: ['not-a-server-error'],
    spoil: (reply, request) =>
      request.query.split('country=').length > 2 && isSuccess(reply) ? crash(reply, request) : reply,
    probe: async (send) => void (await send('GET', '/authors?country=SE&country=NO')),
  },
  {
    id: 'broken-json-crashes',
    class: 'D02',
    operationId: 'createMember',
    description: 'Fails on a body that is no JSON.',
    expectedChecks: ['not-a-server-error'],
    spoil: onlyWith(400, crash),
    probe: async (send) =>
      void (await send('POST', '/members', {
        body: '{"name":',
        headers: { 'content-type': 'application/json' },
      })),
  },
  {
    id: 'strange-id-crashes',
    class: 'D02',
    operationId: 'getBook',
    description: 'Fails on an id that is no UUID.',
    expectedChecks: ['not-a-server-error'],
    spoil: onlyWith(400, crash),
    probe: async (send) => void (await send('GET', '/books/seven')),
  },
  {
    id: 'anybody-deletes-a-book',
    class: 'D21',
    operationId: 'deleteBook',
    description: 'Does not ask who is calling.',
    expectedChecks: ['ignored-auth', 'invalid-auth'],
    edit: { at: '/paths/~1books~1{bookId}/delete/security', to: [] },
    probe: async (send) => void (await send('DELETE', `/books/${seeded.book}`, { anonymous: true })),
  },
  {
    id: 'any-token-adds-an-author',
    class: 'D21',
    operationId: 'createAuthor',
    description: 'Takes any token for a right one.',
    expectedChecks: ['invalid-auth'],
    probe: async (send) =>
      void (await send('POST', '/authors', { json: author, headers: { authorization: 'Bearer nonsense' } })),
  },
  {
    id: 'strangers-are-forbidden',
    class: 'D21',
    operationId: 'createCopy',
    description: 'Tells strangers 403 where the document promises 401.',
    expectedChecks: ['status-code-conformance', 'ignored-auth'],
    spoil: onlyWith(401, withStatus(403)),
    probe: async (send) =>
      void (await send('POST', `/books/${seeded.book}/copies`, { json: copy, anonymous: true })),
  },
  {
    id: 'unauthorized-without-challenge',
    class: 'D22',
    operationId: 'getLoan',
    description: 'Answers 401 without saying how to sign in.',
    expectedChecks: ['missing-www-authenticate', 'response-headers-conformance'],
    spoil: onlyWith(401, withoutHeader('www-authenticate')),
    probe: async (send) => void (await send('GET', '/loans/1', { anonymous: true })),
  },
  {
    id: 'hours-ignore-accept',
    class: 'D34',
    operationId: 'getOpeningHours',
    description: 'Gives JSON to those who refuse it, though 406 is documented.',
    expectedChecks: ['content-negotiation'],
    edit: { at: '/paths/~1opening-hours~1{days}/get/responses/406' },
    probe: async (send) =>
      void (await send('GET', '/opening-hours/mon', { headers: { accept: 'text/html' } })),
  },
  {
    id: 'members-taken-as-text',
    class: 'D34',
    operationId: 'createMember',
    description: 'Takes JSON under a media type that the document does not know.',
    expectedChecks: ['negative-data-rejection', 'content-negotiation'],
    edit: {
      at: '/paths/~1members/post/requestBody/content/text~1plain',
      to: { schema: { $ref: '#/components/schemas/Member' } },
    },
    probe: async (send) =>
      void (await send('POST', '/members', { json: member, headers: { 'content-type': 'text/plain' } })),
  },
  {
    id: 'wrong-filter-tells-stack',
    class: 'D36',
    operationId: 'listLoans',
    description: 'Tells where in its code a wrong parameter made it stumble.',
    expectedChecks: ['leaked-internals'],
    spoil: onlyWith(400, (reply) => ({
      ...reply,
      body: JSON.stringify({ ...(JSON.parse(String(reply.body)) as object), detail: stack }),
    })),
    probe: async (send) => void (await send('GET', '/loans?where=%7B')),
  },
  {
    id: 'long-search-is-slow',
    class: 'D37',
    operationId: 'listMembers',
    description: 'Takes long to look for a long text.',
    expectedChecks: ['slow-response'],
    settings: { maxResponseTimeMs: 400 },
    probe: async (send) => void (await send('GET', `/members?email=${'a'.repeat(60)}`)),
  },
])
