import { fault } from '../kernel/deviation.ts'
import { answerInstead, onlyWith, withHeader, withoutHeader, withStatus } from '../kernel/spoils.ts'

/** Responses whose status, headers or errors are not what the document says. */
export const defectsOfHeads = [
  fault('report-called-json', 'D09', 'get_daily_report', ['content-type-conformance'], {
    spoil: onlyWith(200, withHeader('content-type', 'application/json')),
  }),
  fault('file-called-html', 'D09', 'download_attachment', ['content-type-conformance'], {
    spoil: onlyWith(200, withHeader('content-type', 'text/html')),
  }),
  fault('export-without-location', 'D10', 'start_export', ['response-headers-conformance'], {
    spoil: withoutHeader('location'),
  }),
  // Puts a value of the wrong form into a header.
  fault('file-shown-inline', 'D10', 'download_export', ['response-headers-conformance'], {
    spoil: onlyWith(200, withHeader('content-disposition', 'inline')),
  }),
  // Puts a number below its minimum into a header.
  fault('negative-rate-limit', 'D10', 'get_me', ['response-headers-conformance'], {
    spoil: onlyWith(200, withHeader('x-rate-limit-remaining', '-1')),
  }),
  // Announces content on a 204.
  fault('comment-deletion-with-content', 'D11', 'delete_comment', ['body-on-no-content'], {
    spoil: onlyWith(204, answerInstead(204, 'application/json', '{"data":null}')),
  }),
  fault('me-without-content', 'D11', 'get_me', ['response-schema-conformance', 'content-type-conformance'], {
    spoil: onlyWith(200, (reply) => ({ ...reply, body: '' })),
  }),
  // Answers a success that the document does not know.
  fault('label-deletion-answers-200', 'D03', 'delete_label', ['status-code-conformance'], {
    spoil: onlyWith(204, answerInstead(200, 'application/json', '{"deleted":true}')),
  }),
  // Answers an error that the document does not know.
  fault('wrong-label-answers-422', 'D03', 'put_label', ['status-code-conformance'], {
    spoil: onlyWith(400, withStatus(422)),
  }),
  fault('missing-ticket-told-without-code', 'D33', 'get_ticket', ['error-body-conformance'], {
    spoil: onlyWith(404, answerInstead(404, 'application/json', '{"error":{"message":"gone"}}')),
  }),
  // Tells an error as a page for people.
  fault(
    'wrong-comment-told-as-page',
    'D33',
    'create_comment',
    ['content-type-conformance', 'error-body-conformance'],
    {
      spoil: onlyWith(400, answerInstead(400, 'text/html', '<h1>Bad Request</h1>')),
    },
  ),
  // Tells the code of an error as a number.
  fault('missing-label-told-with-number', 'D33', 'get_label', ['error-body-conformance'], {
    spoil: onlyWith(404, answerInstead(404, 'application/json', '{"error":{"code":404,"message":"gone"}}')),
  }),
  // Tells strangers an error of another shape.
  fault('strangers-told-in-one-word', 'D33', 'put_label', ['error-body-conformance'], {
    spoil: onlyWith(401, answerInstead(401, 'application/json', '"no"')),
  }),
]
