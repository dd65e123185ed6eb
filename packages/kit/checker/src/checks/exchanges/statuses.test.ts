import { describe, expect, it } from 'vitest'
import { actRig, describeCheck, eachStatus, judge, rigOf } from '../../../test/describe-check.ts'
import { jsonBody, oneOperation } from '../../../test/one-operation.ts'
import {
  bodyOnNoContent,
  misleadingCreated,
  nonstandardStatus,
  notAServerError,
  notModifiedUnasked,
  payloadRefusedWithoutPayload,
  slowResponse,
  statusCodeConformance,
  upgradeRequiredHeader,
} from './statuses.ts'

const ok = { description: 'ok' }
const json = { ...ok, content: { 'application/json': {} } }
const any = { responses: { default: ok } }
const plain = await actRig()
const documented = await actRig({ responses: { 200: json } })
const ranged = await actRig({ responses: { 200: { ...ok, content: { '*/*': {} } } } })
const anyRig = await actRig(any)

const accept = (type: string) => ({ headers: [['accept', type]] as const })

describeCheck(statusCodeConformance, documented, [
  ...eachStatus([201, 302, 400, 401, 404, 422], 1),
  ...eachStatus([200, 405, 500, 501, 700, 429], 0),
  [
    'says where the statuses stand',
    { status: 418 },
    [
      {
        operationId: 'act',
        pointer: '/paths/~1things/get/responses',
        message: 'The 418 response of act has a status that the document does not declare.',
      },
    ],
  ],
  ['takes a family in small letters', { status: 418 }, 0, await actRig({ responses: { '4xx': ok } })],
  ['takes everything where there is a default', { status: 299 }, 0, anyRig],
  ['takes 406 to a type that is not documented', { status: 406, request: accept('text/csv') }, 0],
  ['reports 406 to any type', { status: 406 }, 1],
  [
    'takes 406 to a type that only a range covers',
    { status: 406, request: accept('a/x-unknown') },
    0,
    ranged,
  ],
  ['reports 406 where a range is accepted', { status: 406, request: accept('a/b, */*') }, 1, ranged],
  ['reports 413 to a short body', { status: 413 }, 1],
  ['takes 413 to a long body', { status: 413, request: { body: 'a'.repeat(200_000) } }, 0],
  ['reports 414 to a short target', { status: 414 }, 1],
  ['takes 414 to a long target', { status: 414, request: { target: `/things?${'a'.repeat(3000)}` } }, 0],
  ['takes a refusal of the HTTP library', { status: 400, headers: { connection: 'close' } }, 0],
  ['reports a refusal with a date', { status: 400, headers: { connection: 'close', date: 'now' } }, 1],
  ['takes HEAD where GET is declared', { status: 404, request: { method: 'HEAD' } }, 0],
])

const policies = new Map([['act', [{ statuses: [503], reason: 'it sleeps at night', checks: [] }]]])
const undeclared = await rigOf(oneOperation())

describeCheck(notAServerError, await actRig({ responses: { 500: ok } }), [
  ...eachStatus([500, 502, 503, 599], 1),
  ...eachStatus([200, 404, 499, 501, 600], 0),
  ['names the operation', { status: 502 }, 'The 502 response of act is a server error.'],
  [
    'reports an undeclared path',
    { request: { target: '/x' }, status: 500 },
    [{ operationId: null, pointer: '/paths/~1x' }],
    undeclared,
  ],
  ['takes what a policy allows', { status: 503, settings: { policies } }, 0],
  ['reports what the policy does not allow', { status: 502, settings: { policies } }, 1],
])

describe('the key of a finding', () => {
  it.each([
    [statusCodeConformance, [201, 400], 2],
    [notAServerError, [500, 502], 1],
  ])('of %o counts statuses %j as %i faults', (check, statuses, count) => {
    const keys = statuses.flatMap((status) => judge(check, documented, { status }).map(({ key }) => key))
    expect(new Set(keys).size).toBe(count)
  })
})

describeCheck(nonstandardStatus, plain, [
  ...eachStatus([0, 99, 600, 799], 1),
  ...eachStatus([100, 299, 599], 0),
  ['names the range', { status: 600 }, 'The 600 response of act has a status outside 100 to 599.'],
])

const created = (method: string) => actRig({ responses: { '2XX': ok } }, { method })

describeCheck(misleadingCreated, await created('get'), [
  ['reports 201 to GET', { status: 201 }, [{ operationId: 'act' }]],
  ['reports 201 to DELETE', { status: 201 }, 1, await created('delete')],
  ['reports 201 to OPTIONS', { status: 201 }, 1, await created('options')],
  ['takes 201 to POST', { status: 201 }, 0, await created('post')],
  ['takes 201 to PUT', { status: 201 }, 0, await created('put')],
  ['takes 201 to PATCH', { status: 201 }, 0, await created('patch')],
  ['leaves an undocumented 201 to another check', { status: 201 }, 0, documented],
  ['takes 200', {}, 0],
])

const cached = { responses: { 200: ok, 304: ok } }
const condition = { headers: [['if-none-match', '"1"']] } as const

describeCheck(notModifiedUnasked, await actRig(cached), [
  ['reports 304 to no condition', { status: 304 }, [{ operationId: 'act' }]],
  ['takes 304 to a condition', { status: 304, request: condition }, 0],
  ['reports 304 to PUT', { status: 304, request: condition }, 1, await actRig(cached, { method: 'put' })],
  ['takes 200', {}, 0],
])

const posted = await actRig({ ...any, requestBody: jsonBody() }, { method: 'post' })

describeCheck(payloadRefusedWithoutPayload, anyRig, [
  ...eachStatus([413, 415], 1),
  ['takes a refusal of a payload', { request: { body: 'x' }, status: 415 }, 0],
  [
    'takes a refusal of an announced type',
    { request: { headers: [['content-type', 'a/b']] }, status: 415 },
    0,
  ],
  ['takes a refusal where a payload is expected', { status: 415 }, 0, posted],
  ['takes 400', { status: 400 }, 0],
])

describeCheck(upgradeRequiredHeader, plain, [
  ['reports 426 without a protocol', { status: 426 }, [{ operationId: 'act' }]],
  ['takes 426 with a protocol', { status: 426, headers: { upgrade: 'websocket' } }, 0],
  ['takes 400', { status: 400 }, 0],
])

const length = (count: string, more: object = {}) => ({ headers: { 'content-length': count, ...more } })

describeCheck(bodyOnNoContent, plain, [
  ...eachStatus([204, 205, 304], 1, { text: '{}' }),
  ...eachStatus([204, 205, 304], 0),
  ...eachStatus([200], 0, { text: '{}' }),
  ['names the response', { status: 204, text: '{}' }, 'The 204 response of act has a body.'],
  ['reports the announcement of a body', { status: 204, ...length('12') }, 1],
  ['takes the announcement of none', { status: 204, ...length('0') }, 0],
  ['takes the length that 200 would have', { status: 304, ...length('12') }, 0],
  ['reports a 304 of another length than the 200', [length('12'), { status: 304, ...length('20') }], 1],
  ['takes a 304 of the same length', [length('12'), { status: 304, ...length('12') }], 0],
  ['takes a 304 of length 0', [length('12'), { status: 304, ...length('0') }], 0],
  [
    'takes a 304 of a coded length',
    [length('12'), { status: 304, ...length('20', { 'content-encoding': 'gzip' }) }],
    0,
  ],
  ['takes a 304 of another state', [length('12'), { status: 304, ...length('20', { etag: '"2"' }) }], 0],
])

const limit = (maxResponseTimeMs: number | undefined) => ({ settings: { maxResponseTimeMs } })

describeCheck(slowResponse, plain, [
  [
    'reports more than is allowed',
    { elapsedMs: 101, ...limit(100) },
    'The 200 response of act took longer than 100 ms.',
  ],
  ['takes what is allowed', { elapsedMs: 100, ...limit(100) }, 0],
  ['takes anything without a limit', { elapsedMs: 100_000, ...limit(undefined) }, 0],
])
