import { describe, expect, it } from 'vitest'
import { actRig, describeCheck, type Draft, eachStatus, judge } from '../../../test/describe-check.ts'
import { jsonBody } from '../../../test/one-operation.ts'
import { missingRequiredHeader, negativeDataRejection, positiveDataAcceptance } from './acceptance.ts'
import { contentNegotiation } from './negotiation.ts'

const responses = { 200: { description: 'ok' }, '4XX': { description: 'no' } }
const query = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 9 } }
const desk = { name: 'X-Desk', in: 'header', required: true, schema: { type: 'string', maxLength: 2 } }
const ifMatch = { headers: [['if-match', '"1"']] } as const

const post = await actRig(
  {
    parameters: [query],
    responses,
    requestBody: jsonBody({ type: 'object' }, false),
    security: [{ bearer: [] }],
  },
  { method: 'post' },
)
const get = await actRig({ responses })
const token = await actRig({ responses }, { path: '/token', method: 'post' })
const valid = (draft: Draft): Draft => ({ query: { limit: 9 }, status: 422, ...draft })
const tried = { location: 'query', name: 'limit', keyword: 'maximum', pointer: '/a/maximum' } as const
const policies = new Map([['act', [{ statuses: [422], reason: 'dates must be in order', checks: [] }]]])

describeCheck(positiveDataAcceptance, post, [
  ...eachStatus([400, 412, 422, 423], 1, valid({})),
  ...eachStatus([200, 302, 401, 402, 403, 404, 405, 406, 409, 410, 428, 429, 500], 0, valid({})),
  ['names the status', valid({}), 'The 422 response of act rejects a valid request.'],
  [
    'names the statement that was tried',
    valid({ target: tried }),
    [
      {
        pointer: '/a/maximum',
        message:
          'The 422 response of act rejects a valid request (the request tests maximum of the query parameter limit).',
      },
    ],
  ],
  ['reports 428 to a condition', valid({ status: 428, request: ifMatch }), 1],
  ['takes 412 to a condition', valid({ status: 412, request: ifMatch }), 0],
  ['takes a refusal of an invalid request', valid({ query: { limit: 10 } }), 0],
  ['takes a refusal of a negative case', valid({ mode: 'negative' }), 0],
  ['takes a refusal of other credentials', valid({ auth: 'invalid' }), 0],
  ['takes what a policy allows', valid({ settings: { policies } }), 0],
  ['reports what the policy does not allow', valid({ status: 400, settings: { policies } }), 1],
  ['accepts a rejection for which the scenario gave a reason', valid({ mayBeRejected: true }), 0],
  ['leaves an undocumented refusal to another check', { status: 422 }, 0, await actRig()],
  ['takes a refusal of a token endpoint', { status: 400 }, 0, token],
  ['leaves 415 without a payload to another check', { status: 415 }, 0, get],
  ['reports 422 without a payload', { status: 422 }, 1, get],
])

const alternative: Draft = { query: { limit: 9 }, status: 401, authScheme: 'bearer' }

describeCheck(positiveDataAcceptance, post, [
  [
    'reports credentials that are not enough alone',
    alternative,
    [
      {
        message:
          'The 401 response of act rejects the credentials of bearer alone, which the document accepts.',
      },
    ],
  ],
  ['reports those of another identity', { ...alternative, auth: 'other' }, [{ cause: 'alternative bearer' }]],
  ['takes 403 to them', { ...alternative, status: 403 }, 0],
  ['takes 401 to spoiled ones', { ...alternative, auth: 'invalid' }, 0],
])

describe('positive-data-acceptance', () => {
  it('has one key whatever was tried', () => {
    const keys = [{}, { target: tried }].map(
      (draft) => judge(positiveDataAcceptance, post, valid(draft))[0]?.key,
    )
    expect(keys[0]).toBe(keys[1])
  })
})

const withDesk = await actRig({ parameters: [desk] })
const bare: Draft = { mode: 'negative' }
const long: Draft = { header: { 'X-Desk': 'long' }, mode: 'negative' }

describeCheck(missingRequiredHeader, withDesk, [
  [
    'reports a request without the header',
    bare,
    'The 200 response of act accepts a request without the required header X-Desk.',
  ],
  ['leaves a wrong value to another check', long, 0],
  ['takes a refusal', { ...bare, status: 400 }, 0],
])

const strict = await actRig(
  {
    parameters: [
      { ...query, required: true },
      { ...desk, schema: { type: 'string' } },
    ],
    requestBody: jsonBody({
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { type: 'string', maxLength: 2 }, b: {} },
    }),
    security: [{ bearer: [] }],
    responses: { 200: { description: 'ok' }, 302: { description: 'see' }, 422: { description: 'no' } },
  },
  { method: 'post' },
)
const invalid = (draft: Draft): Draft => ({
  query: { limit: 1 },
  header: { 'X-Desk': 'd' },
  body: { a: 'x', b: 1 },
  mode: 'negative',
  ...draft,
})
const ten = { query: { limit: 10 } }
const at = '/paths/~1things/post'
const maximum = `${at}/parameters/0/schema/maximum`
const documentUri = strict({}).document.uri

describeCheck(negativeDataRejection, strict, [
  [
    'reports a number above the maximum',
    invalid(ten),
    [
      {
        operationId: 'act',
        pointer: maximum,
        message: expect.stringMatching(
          /^The 200 response of act accepts an invalid request: query parameter limit .*\.$/,
        ) as string,
      },
    ],
  ],
  ['takes 207', invalid({ ...ten, status: 207 }), 0],
  ['takes 400', invalid({ ...ten, status: 400 }), 0],
  ['takes 404', invalid({ ...ten, status: 404 }), 0],
  ['takes 422', invalid({ ...ten, status: 422 }), 0],
  ['reports a documented 302', invalid({ ...ten, status: 302 }), 1],
  [
    'reports a broken body at its statement',
    invalid({ body: { a: 'xxx', b: 1 } }),
    [{ pointer: `${at}/requestBody/content/application~1json/schema/properties/a/maxLength` }],
  ],
  ['takes what a coercion makes valid', invalid({ request: { target: '/things?limit=%201e0' } }), 0],
  ['reports what no coercion makes valid', invalid({ request: { target: '/things?limit=one' } }), 1],
  ['takes a valid request', invalid({}), 0],
  ['takes an invalid request of a positive case', invalid({ ...ten, mode: 'positive' }), 0],
  ['leaves requests without credentials to another check', invalid({ ...ten, auth: 'none' }), 0],
  [
    'names the fault that the case is about',
    invalid({ ...ten, body: { a: 'xxx', b: 1 }, target: { pointer: maximum, documentUri } }),
    [{ pointer: maximum }],
  ],
  ['leaves a missing header to another check', bare, 0, withDesk],
  ['reports a wrong value of a header', long, 1, withDesk],
])

describe('negative-data-rejection', () => {
  it('tells two missing properties apart', () => {
    const [one, other] = [{ a: 'x' }, { b: 1 }].map(
      (body) => judge(negativeDataRejection, strict, invalid({ body }))[0]?.key,
    )
    expect(one).toBeTypeOf('string')
    expect(one).not.toBe(other)
  })

  it('is the only check of an invalid number', () => {
    const findings = [missingRequiredHeader, contentNegotiation].flatMap((check) =>
      judge(check, strict, invalid(ten)),
    )
    expect(findings).toEqual([])
  })
})
