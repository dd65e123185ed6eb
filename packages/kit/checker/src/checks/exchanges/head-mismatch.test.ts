import { describeCheck, type Draft, rigOf } from '../../../test/describe-check.ts'
import { jsonResponse, oneOperation } from '../../../test/one-operation.ts'
import { headMismatch } from './head-mismatch.ts'

const counts = {
  'X-Total-Count': { required: true, schema: { type: 'integer' } },
  'X-Plan': { required: true, schema: { type: 'string' } },
} as const
const counted = await rigOf(oneOperation({ responses: { 200: jsonResponse({}, { headers: counts }) } }))

const type = { 'content-type': 'application/json' }
const get: Draft = { operation: 'act', json: { a: 1 } }
const head = (status: number, draft: Draft = {}): Draft => ({
  request: { method: 'HEAD', target: '/things' },
  headers: type,
  status,
  ...draft,
})
const other = head(200, { request: { method: 'HEAD', target: '/others' } })
const allow = (methods: string) => head(405, { headers: { allow: methods } })

describeCheck(headMismatch, await rigOf(oneOperation()), [
  ['takes the same response', [get, head(200)], 0],
  [
    'takes another charset and a length',
    [
      get,
      head(200, { headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': '7' } }),
    ],
    0,
  ],
  [
    'reports another status',
    [get, head(404)],
    [
      {
        operationId: null,
        message: 'The 404 response to HEAD /things differs from the 200 that GET returns.',
      },
    ],
  ],
  ['reports another media type', [get, head(200, { headers: { 'content-type': 'text/html' } })], 1],
  ['reports a missing media type', [get, head(200, { headers: {} })], 1],
  ['reports a body', [get, head(200, { text: '{}' })], 'The 200 response to HEAD /things has a body.'],
  ['reports length 0', [get, head(200, { headers: { ...type, 'content-length': '0' } })], 1],
  ['takes 429', [get, head(429)], 0],
  ['takes 500', [get, head(500)], 0],
  ['takes 501', [get, head(501)], 0],
  ['believes 405 that says what is allowed', [get, allow('GET, POST')], 0],
  ['reports 405 that allows HEAD', [get, allow('GET, HEAD')], 1],
  ['reports 405 where HEAD works elsewhere', [other, get, allow('GET, POST')], 1],
  ['reports 405 that says nothing', [get, head(405, { headers: {} })], 1],
  ['says nothing without GET', head(404), 0],
  ['says nothing after a failed GET', [{ ...get, status: 404 }, head(404)], 0],
  [
    'says nothing of another query',
    [get, head(404, { request: { method: 'HEAD', target: '/things?x=1' } })],
    0,
  ],
  ['says nothing of GET', [get, { ...get, status: 404 }], 0],
])

const sentHeaders = { ...type, etag: '"a"', 'x-total-count': '2', 'x-plan': 'free', 'x-took': '1' }
const read = (more: object = {}): Draft => ({ ...get, headers: { ...sentHeaders, ...more } })
const after = (headers: Readonly<Record<string, string>>, reads = [read(), read()]) => [
  ...reads,
  head(200, { headers }),
]
const changed = { ...sentHeaders, etag: '"b"' }

describeCheck(headMismatch, counted, [
  ['takes the headers of two reads', after(sentHeaders), 0],
  ['reports another tag', after(changed), 1],
  ['reports another count', after({ ...sentHeaders, 'x-total-count': '0' }), 1],
  ['reports a missing header that is required', after({ ...type, 'x-total-count': '2' }), 1],
  ['takes another tag after one read', after(changed, [read()]), 0],
  ['takes another tag where it changes by itself', after(changed, [read(), read({ etag: '"c"' })]), 0],
  ['takes a header that says nothing of the content', after({ ...sentHeaders, 'x-took': '2' }), 0],
  ['takes a missing count', after({ ...type, 'x-plan': 'free' }), 0],
  ['takes another tag of coded content', after({ ...changed, 'content-encoding': 'gzip' }), 0],
])
