import { actRig, describeCheck, type Draft } from '../../../test/describe-check.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { contentNegotiation, notAcceptableValidAccept } from './negotiation.ts'

const no = { description: 'no' }
const post = (refusals: object) =>
  actRig({ requestBody: jsonBody(), responses: { 200: jsonResponse(), ...refusals } }, { method: 'post' })
const lax = await post({ 400: no })
const sent = (...headers: (readonly [string, string])[]): Draft => ({
  body: {},
  json: {},
  mode: 'negative',
  request: { headers },
})
const unacceptable = sent(['accept', 'text/csv'], ['content-type', 'application/json'])
const unsupported = sent(['content-type', 'text/plain'])
const csv = { ...unacceptable, json: undefined, text: 'a', headers: { 'content-type': 'text/csv' } }
const elsewhere = (status: number): Draft => ({ ...unsupported, target: { location: 'media' }, status })

describeCheck(contentNegotiation, await post({ 406: no, 415: no }), [
  [
    'reports a response that is not accepted',
    unacceptable,
    [
      {
        pointer: '/paths/~1things/post/responses',
        message: 'The 200 response of act has a media type that the request does not accept.',
      },
    ],
  ],
  ['takes 406', { ...unacceptable, status: 406 }, 0],
  ['takes the type asked for', csv, 0],
  [
    'reports a body of another type that is accepted',
    unsupported,
    'The 200 response of act accepts a body of a media type that the document does not declare.',
  ],
  ['takes 415', { ...unsupported, status: 415 }, 0],
  ['takes any response where 406 is not documented', unacceptable, 0, lax],
  ['takes any body where 415 is not documented', unsupported, 0, lax],
  ['holds a server to the 415 that it gave elsewhere', [elsewhere(415), unsupported], 1, lax],
  ['holds a server to the 406 that it gave elsewhere', [elsewhere(406), unacceptable], 1, lax],
  ['takes a 400 elsewhere for no promise', [elsewhere(400), unsupported], 0, lax],
])

const accept = (type: string, status = 406): Draft => ({ status, request: { headers: [['accept', type]] } })
const wrong = 'The 406 response of act is wrong: the request accepts a documented media type.'
const images = await actRig({
  responses: { 200: { description: 'ok', content: { 'image/*': {} } }, 406: no },
})

describeCheck(notAcceptableValidAccept, await actRig({ responses: { 200: jsonResponse(), 406: no } }), [
  ['reports 406 to the documented type', accept('application/json'), wrong],
  ['reports 406 to any type', accept('*/*'), wrong],
  ['reports 406 to a range', accept('text/csv, application/*;q=0.1'), wrong],
  ['reports 406 to other letters', accept('Application/JSON;q=1.0'), wrong],
  ['takes 406 to another type', accept('text/csv'), 0],
  ['takes 406 to a type that is excluded', accept('application/json;q=0'), 0],
  ['takes 406 to a type that is excluded from any', accept('*/*, application/json;q=0.0'), 0],
  ['takes 406 to a type that begins alike', accept('application/jsonp'), 0],
  ['takes other statuses', accept('*/*', 200), 0],
  ['reports 406 to a type of a documented range', accept('image/png'), 1, images],
])
