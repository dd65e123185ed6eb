import { fault } from '../kernel/deviation.ts'
import { answerInstead, isSuccess, onlyWith, textOf, withoutHeader, type Spoil } from '../kernel/spoils.ts'

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
export const defectsOfExchange = [
  // Fails where a property is null that may be.
  fault('null-due-date-crashes', 'D01', 'create_ticket', ['not-a-server-error'], {
    spoil: (reply, request) =>
      isSuccess(reply) && /"due_at":\s*null/.test(textOf(request)) ? crash(reply, request) : reply,
  }),
  // Fails on every time to look for.
  fault('offset-in-time-crashes', 'D01', 'list_tickets', ['not-a-server-error'], {
    spoil: (reply, request) =>
      isSuccess(reply) && request.query.includes('created_after=') ? crash(reply, request) : reply,
  }),
  // Fails on an upload that lacks its file.
  fault('upload-without-parts-crashes', 'D02', 'upload_attachment', ['not-a-server-error'], {
    spoil: onlyWith(400, crash),
  }),
  // Fails on a number in the path that is none.
  fault('strange-number-crashes', 'D02', 'close_ticket', ['not-a-server-error'], {
    spoil: onlyWith(400, crash),
  }),
  fault('anybody-closes-a-ticket', 'D21', 'close_ticket', ['ignored-auth', 'invalid-auth']),
  // Looks whether there is a key, not whether it fits.
  fault('any-key-opens-a-ticket', 'D21', 'create_ticket', ['invalid-auth']),
  // Takes the key in the query, too, under the name of the header.
  fault('key-in-the-query-opens-a-ticket', 'D21', 'get_ticket', ['weak-credential']),
  // Takes any key where it comes the second of two ways.
  fault('any-key-in-the-query-will-do', 'D21', 'get_daily_report', ['invalid-auth', 'ignored-auth']),
  fault(
    'stranger-without-challenge',
    'D22',
    'list_comments',
    ['missing-www-authenticate', 'response-headers-conformance'],
    {
      spoil: onlyWith(401, withoutHeader('www-authenticate')),
    },
  ),
  // Gives CSV to those who refuse it, though 406 is documented.
  fault('report-ignores-accept', 'D34', 'get_daily_report', ['content-negotiation']),
  // Takes JSON under a media type that the document does not know.
  fault('takes-tickets-as-text', 'D34', 'create_ticket', ['negative-data-rejection', 'content-negotiation']),
  // Tells where in its code a wrong number made it stumble.
  fault('strange-number-tells-trace', 'D36', 'get_ticket', ['leaked-internals'], {
    spoil: onlyWith(400, answerInstead(400, 'text/html', trace)),
  }),
  // Tells an error of its database.
  fault('wrong-search-tells-sql', 'D36', 'search', ['leaked-internals'], {
    spoil: onlyWith(400, answerInstead(400, 'application/json', sqlError)),
  }),
  fault('long-searches-are-slow', 'D37', 'search', ['slow-response'], {
    settings: { maxResponseTimeMs: 400 },
  }),
  fault('every-comment-is-slow', 'D37', 'create_comment', ['slow-response'], {
    settings: { maxResponseTimeMs: 100 },
  }),
]
