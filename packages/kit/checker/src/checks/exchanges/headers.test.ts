import { describe, expect, it } from 'vitest'
import { actRig, describeCheck } from '../../../test/describe-check.ts'
import { contentTypeConformance, responseHeadersConformance } from './headers.ts'

const headers = {
  'X-Total': { required: true, schema: { type: 'integer', minimum: 0 } },
  'X-Tags': { schema: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } } },
  'Set-Cookie': { schema: { type: 'string', pattern: '^sid=' } },
  'Content-Type': { required: true, schema: { const: 'nonsense' } },
}
const challenge = { 'WWW-Authenticate': { required: true, schema: { type: 'string', pattern: '^Bearer' } } }
const rig = await actRig({
  security: [{ bearer: [] }],
  responses: {
    200: { description: 'ok', headers },
    401: { description: 'who', headers: challenge },
    500: { description: 'oh', headers },
  },
})
const at = '/paths/~1things/get/responses/200/headers/X-Total'
const total = (count: string, more: object = {}) => ({ headers: { 'x-total': count, ...more } })

describeCheck(responseHeadersConformance, rig, [
  [
    'wants what is required',
    {},
    [{ pointer: `${at}/required`, message: 'The 200 response of act lacks the required header X-Total.' }],
  ],
  ['takes a number', total('12'), 0],
  ['takes blanks around it', total(' 7 '), 0],
  ['reports what is no number', total('many'), [{ pointer: `${at}/schema/type` }]],
  ['reports a number that is too small', total('-1'), [{ pointer: `${at}/schema/minimum` }]],
  ['takes a list', total('1', { 'x-tags': 'a,b' }), 0],
  ['reports a list with a wrong item', total('1', { 'x-tags': 'a,c' }), 1],
  ['leaves a missing challenge to another check', { status: 401 }, 0],
  ['reports a wrong challenge', { status: 401, headers: { 'www-authenticate': 'Basic' } }, 1],
  ['asks nothing of a server error', { status: 500 }, 0],
])

describe('response-headers-conformance', () => {
  it.each([
    ['takes one fitting line of many', ['theme=dark', 'sid=1'], 0],
    ['reports lines of which none fits', ['theme=dark'], 1],
  ])('%s', (_title, cookies, count) => {
    const seen = rig(total('1'))
    const lines = cookies.map((cookie) => ['set-cookie', cookie] as const)
    const response = { ...seen.response, headers: [...seen.response.headers, ...lines] }
    expect(responseHeadersConformance.verify({ ...seen, response })).toHaveLength(count)
  })
})

const typed = (type: string, body: string | Uint8Array = '{}', status = 200) => ({
  status,
  headers: { 'content-type': type },
  ...(typeof body === 'string' ? { text: body } : { bytes: body }),
})
const wrong = (clause: string) => [
  { message: `The 200 response of act ${clause}.`, pointer: '/paths/~1things/get/responses/200/content' },
]
const latin = Uint8Array.of(0x22, 0xe4, 0x22)

describeCheck(
  contentTypeConformance,
  await actRig({
    responses: {
      200: { description: 'ok', content: { 'application/json': {}, 'text/*': {} } },
      204: { description: 'none' },
      400: { description: 'no', content: { 'application/problem+json': {} } },
    },
  }),
  [
    ['takes the documented type', typed('application/json'), 0],
    ['takes it in other letters and with a charset', typed('Application/JSON; charset="UTF-8"'), 0],
    ['takes a type of a documented range', typed('text/html; charset=latin1'), 0],
    ['reports a body without a type', typed(''), wrong('has a body but no Content-Type')],
    ['reports what is no type', typed('json'), wrong('has a Content-Type that is not a media type')],
    [
      'reports another type',
      typed('application/xml'),
      wrong('has the media type application/xml, which the document does not declare'),
    ],
    [
      'reports JSON of another charset',
      typed('application/json; charset=utf-16'),
      wrong('is JSON but declares the charset utf-16'),
    ],
    [
      'reports JSON in another encoding',
      typed('application/json', latin),
      wrong('is JSON but is not encoded in UTF-8'),
    ],
    ['reports a text that is not in its charset', typed('text/plain; charset=utf-8', latin), 1],
    ['takes a text without a charset', typed('text/plain', latin), 0],
    ['reports another type of an error', typed('application/json', '{}', 400), 1],
    ['takes the documented type of an error', typed('application/problem+json', '{}', 400), 0],
    ['takes any type without a body', typed('application/xml', ''), 0],
    ['takes any type where none is documented', typed('application/xml', 'x', 204), 0],
  ],
)
