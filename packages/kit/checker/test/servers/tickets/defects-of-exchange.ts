import { defineDefects } from '../kernel/deviation.ts'
import { answerInstead, isSuccess, onlyWith, textOf, withoutHeader, type Spoil } from '../kernel/spoils.ts'
import { comment, ticket, upload } from './samples.ts'

const crash: Spoil = answerInstead(
  500,
  'application/json',
  '{"error":{"code":"failed","message":"It failed."}}',
)

const trace = `<pre>Traceback (most recent call last):
  File "/srv/desk/tickets.py", line 88, in get_ticket
    number = int(ticket_id)
ValueError: invalid literal for int() with base 10</pre>`

const sqlError = JSON.stringify({
  error: { code: 'failed', message: `You have an error in your SQL syntax near '%' LIMIT 4' at line 1` },
})

/** Crashes, credentials, media types, and what a response gives away. */
export const defectsOfExchange = defineDefects([
  {
    id: 'null-due-date-crashes',
    class: 'D01',
    operationId: 'create_ticket',
    description: 'Fails where a property is null that may be.',
    expectedChecks: ['not-a-server-error'],
    spoil: (reply, request) =>
      isSuccess(reply) && /"due_at":\s*null/.test(textOf(request)) ? crash(reply, request) : reply,
    probe: async (send) => void (await send('POST', '/tickets', { json: { ...ticket, due_at: null } })),
  },
  {
    id: 'offset-in-time-crashes',
    class: 'D01',
    operationId: 'list_tickets',
    description: 'Fails on every time to look for.',
    expectedChecks: ['not-a-server-error'],
    spoil: (reply, request) =>
      isSuccess(reply) && request.query.includes('created_after=') ? crash(reply, request) : reply,
    probe: async (send) => void (await send('GET', '/tickets?created_after=2024-11-01T00:00:00Z')),
  },
  {
    id: 'upload-without-parts-crashes',
    class: 'D02',
    operationId: 'upload_attachment',
    description: 'Fails on an upload that lacks its file.',
    expectedChecks: ['not-a-server-error'],
    spoil: onlyWith(400, crash),
    probe: async (send) => void (await send('POST', '/tickets/1/attachments', upload({ caption: 'x' }))),
  },
  {
    id: 'strange-number-crashes',
    class: 'D02',
    operationId: 'close_ticket',
    description: 'Fails on a number in the path that is none.',
    expectedChecks: ['not-a-server-error'],
    spoil: onlyWith(400, crash),
    probe: async (send) => void (await send('POST', '/tickets/one/close')),
  },
  {
    id: 'anybody-closes-a-ticket',
    class: 'D21',
    operationId: 'close_ticket',
    description: 'Does not ask who is calling.',
    expectedChecks: ['ignored-auth', 'invalid-auth'],
    probe: async (send) => void (await send('POST', '/tickets/1/close', { anonymous: true })),
  },
  {
    id: 'any-key-opens-a-ticket',
    class: 'D21',
    operationId: 'create_ticket',
    description: 'Looks whether there is a key, not whether it fits.',
    expectedChecks: ['invalid-auth'],
    probe: async (send) =>
      void (await send('POST', '/tickets', { json: ticket, headers: { 'x-api-key': 'none' } })),
  },
  {
    id: 'any-key-in-the-query-will-do',
    class: 'D21',
    operationId: 'get_daily_report',
    description: 'Takes any key where it comes the second of two ways.',
    expectedChecks: ['invalid-auth', 'ignored-auth'],
    probe: async (send) => void (await send('GET', '/reports/daily.csv?api_key=none', { anonymous: true })),
  },
  {
    id: 'stranger-without-challenge',
    class: 'D22',
    operationId: 'list_comments',
    description: 'Answers 401 without saying how to sign in.',
    expectedChecks: ['missing-www-authenticate', 'response-headers-conformance'],
    spoil: onlyWith(401, withoutHeader('www-authenticate')),
    probe: async (send) => void (await send('GET', '/tickets/1/comments', { anonymous: true })),
  },
  {
    id: 'report-ignores-accept',
    class: 'D34',
    operationId: 'get_daily_report',
    description: 'Gives CSV to those who refuse it, though 406 is documented.',
    expectedChecks: ['content-negotiation'],
    probe: async (send) =>
      void (await send('GET', '/reports/daily.csv', { headers: { accept: 'image/png' } })),
  },
  {
    id: 'takes-tickets-as-text',
    class: 'D34',
    operationId: 'create_ticket',
    description: 'Takes JSON under a media type that the document does not know.',
    expectedChecks: ['negative-data-rejection', 'content-negotiation'],
    probe: async (send) =>
      void (await send('POST', '/tickets', { json: ticket, headers: { 'content-type': 'text/plain' } })),
  },
  {
    id: 'strange-number-tells-trace',
    class: 'D36',
    operationId: 'get_ticket',
    description: 'Tells where in its code a wrong number made it stumble.',
    expectedChecks: ['leaked-internals'],
    spoil: onlyWith(400, answerInstead(400, 'text/html', trace)),
    probe: async (send) => void (await send('GET', '/tickets/one')),
  },
  {
    id: 'wrong-search-tells-sql',
    class: 'D36',
    operationId: 'search',
    description: 'Tells an error of its database.',
    expectedChecks: ['leaked-internals'],
    spoil: onlyWith(400, answerInstead(400, 'application/json', sqlError)),
    probe: async (send) => void (await send('GET', '/search?q=x')),
  },
  {
    id: 'long-searches-are-slow',
    class: 'D37',
    operationId: 'search',
    description: 'Takes long to look for a long text.',
    expectedChecks: ['slow-response'],
    settings: { maxResponseTimeMs: 400 },
    probe: async (send) => void (await send('GET', `/search?q=${'a'.repeat(40)}`)),
  },
  {
    id: 'every-comment-is-slow',
    class: 'D37',
    operationId: 'create_comment',
    description: 'Takes long to answer.',
    expectedChecks: ['slow-response'],
    settings: { maxResponseTimeMs: 100 },
    probe: async (send) => void (await send('POST', '/tickets/1/comments', { json: comment })),
  },
])
