import { defineDefects } from '../kernel/deviation.ts'
import { answerInstead, onlyWith, withHeader, withoutHeader, withStatus } from '../kernel/spoils.ts'
import { comment, label, upload } from './samples.ts'

/** Responses whose status, headers or errors are not what the document says. */
export const defectsOfHeads = defineDefects([
  {
    id: 'report-called-json',
    class: 'D09',
    operationId: 'get_daily_report',
    description: 'Names another media type than the document.',
    expectedChecks: ['content-type-conformance'],
    spoil: onlyWith(200, withHeader('content-type', 'application/json')),
    probe: async (send) => void (await send('GET', '/reports/daily.csv')),
  },
  {
    id: 'file-called-html',
    class: 'D09',
    operationId: 'download_attachment',
    description: 'Names another media type than the document for a file.',
    expectedChecks: ['content-type-conformance'],
    spoil: onlyWith(200, withHeader('content-type', 'text/html')),
    probe: async (send) => {
      const made = await send('POST', '/tickets/1/attachments', upload({ file: 'x' }))
      await send('GET', `/tickets/1/attachments/${made.json.data?.id}`)
    },
  },
  {
    id: 'export-without-location',
    class: 'D10',
    operationId: 'start_export',
    description: 'Leaves a required header out.',
    expectedChecks: ['response-headers-conformance'],
    spoil: withoutHeader('location'),
    probe: async (send) => void (await send('POST', '/exports', { json: { format: 'csv' } })),
  },
  {
    id: 'file-shown-inline',
    class: 'D10',
    operationId: 'download_export',
    description: 'Puts a value of the wrong form into a header.',
    expectedChecks: ['response-headers-conformance'],
    spoil: onlyWith(200, withHeader('content-disposition', 'inline')),
    probe: async (send) => {
      const made = await send('POST', '/exports', { json: { format: 'csv' } })
      await send('GET', `/exports/${made.json.data?.id}/file`)
    },
  },
  {
    id: 'negative-rate-limit',
    class: 'D10',
    operationId: 'get_me',
    description: 'Puts a number below its minimum into a header.',
    expectedChecks: ['response-headers-conformance'],
    spoil: onlyWith(200, withHeader('x-rate-limit-remaining', '-1')),
    probe: async (send) => void (await send('GET', '/me')),
  },
  {
    id: 'comment-deletion-with-content',
    class: 'D11',
    operationId: 'delete_comment',
    description: 'Announces content on a 204.',
    expectedChecks: ['body-on-no-content'],
    spoil: onlyWith(204, answerInstead(204, 'application/json', '{"data":null}')),
    probe: async (send) => {
      const made = await send('POST', '/tickets/1/comments', { json: comment })
      await send('DELETE', `/tickets/1/comments/${made.json.data?.id}`)
    },
  },
  {
    id: 'me-without-content',
    class: 'D11',
    operationId: 'get_me',
    description: 'Answers 200 with nothing in it.',
    expectedChecks: ['response-schema-conformance', 'content-type-conformance'],
    spoil: onlyWith(200, (reply) => ({ ...reply, body: '' })),
    probe: async (send) => void (await send('GET', '/me')),
  },
  {
    id: 'label-deletion-answers-200',
    class: 'D03',
    operationId: 'delete_label',
    description: 'Answers a success that the document does not know.',
    expectedChecks: ['status-code-conformance'],
    spoil: onlyWith(204, answerInstead(200, 'application/json', '{"deleted":true}')),
    probe: async (send) => void (await send('DELETE', '/labels/printer')),
  },
  {
    id: 'wrong-label-answers-422',
    class: 'D03',
    operationId: 'put_label',
    description: 'Answers an error that the document does not know.',
    expectedChecks: ['status-code-conformance'],
    spoil: onlyWith(400, withStatus(422)),
    probe: async (send) => void (await send('PUT', '/labels/ink', { json: {} })),
  },
  {
    id: 'missing-ticket-told-without-code',
    class: 'D33',
    operationId: 'get_ticket',
    description: 'Tells an error without its required code.',
    expectedChecks: ['error-body-conformance'],
    spoil: onlyWith(404, answerInstead(404, 'application/json', '{"error":{"message":"gone"}}')),
    probe: async (send) => void (await send('GET', '/tickets/99')),
  },
  {
    id: 'wrong-comment-told-as-page',
    class: 'D33',
    operationId: 'create_comment',
    description: 'Tells an error as a page for people.',
    expectedChecks: ['content-type-conformance', 'error-body-conformance'],
    spoil: onlyWith(400, answerInstead(400, 'text/html', '<h1>Bad Request</h1>')),
    probe: async (send) => void (await send('POST', '/tickets/1/comments', { json: {} })),
  },
  {
    id: 'missing-label-told-with-number',
    class: 'D33',
    operationId: 'get_label',
    description: 'Tells the code of an error as a number.',
    expectedChecks: ['error-body-conformance'],
    spoil: onlyWith(404, answerInstead(404, 'application/json', '{"error":{"code":404,"message":"gone"}}')),
    probe: async (send) => void (await send('GET', '/labels/none')),
  },
  {
    id: 'strangers-told-in-one-word',
    class: 'D33',
    operationId: 'put_label',
    description: 'Tells strangers an error of another shape.',
    expectedChecks: ['error-body-conformance'],
    spoil: onlyWith(401, answerInstead(401, 'application/json', '"no"')),
    probe: async (send) => void (await send('PUT', '/labels/ink', { json: label, anonymous: true })),
  },
])
