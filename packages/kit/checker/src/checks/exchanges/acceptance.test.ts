import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { jsonBody, oneOperation } from '../../../test/one-operation.ts'
import { missingRequiredHeader, negativeDataRejection, positiveDataAcceptance } from './acceptance.ts'
import { contentNegotiation } from './negotiation.ts'

const parametersOfMissingRequiredHeader = [
  { name: 'X-Desk', in: 'header', required: true, schema: { type: 'string', maxLength: 2 } },
]
const exchangeOfMissingRequiredHeader = await createRig(
  oneOperation({ parameters: parametersOfMissingRequiredHeader }),
)

describe('missingRequiredHeader', () => {
  it('owns the missing header alone', () => {
    const seen = exchangeOfMissingRequiredHeader({ operation: 'act', mode: 'negative', status: 200 })
    expect(negativeDataRejection.verify(seen)).toEqual([])
    expect(missingRequiredHeader.verify(seen)).toMatchObject([
      {
        operationId: 'act',
        message: 'The 200 response of act accepts a request without the required header X-Desk.',
      },
    ])
  })

  it('leaves a wrong value to another check', () => {
    const seen = exchangeOfMissingRequiredHeader({
      operation: 'act',
      header: { 'X-Desk': 'long' },
      mode: 'negative',
      status: 200,
    })
    expect(missingRequiredHeader.verify(seen)).toEqual([])
    expect(negativeDataRejection.verify(seen)).toHaveLength(1)
  })

  it('is content with a refusal', () => {
    expect(
      missingRequiredHeader.verify(
        exchangeOfMissingRequiredHeader({ operation: 'act', mode: 'negative', status: 400 }),
      ),
    ).toEqual([])
  })
})

const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 9 } }]
const responses = { 200: { description: 'ok' }, '4XX': { description: 'no' } }
const document = oneOperation(
  { parameters, responses, requestBody: jsonBody({ type: 'object' }, false), security: [{ bearer: [] }] },
  { method: 'post' },
)
const exchange = await createRig(document)
const judge = (draft: Partial<ExchangeDraft>) =>
  positiveDataAcceptance.verify(exchange({ operation: 'act', query: { limit: 9 }, status: 422, ...draft }))

describe('positiveDataAcceptance', () => {
  it.each([400, 412, 422, 423])('accuses %i', (status) => {
    expect(judge({ status })).toMatchObject([
      { operationId: 'act', message: `The ${status} response of act rejects a valid request.` },
    ])
  })

  it('accuses 428 to a request that has a condition', () => {
    const request = { headers: [['if-match', '"1"']] } as const
    expect(judge({ status: 428, request })).toHaveLength(1)
  })

  it.each([200, 302, 401, 402, 403, 404, 405, 406, 409, 410, 428, 429, 500])(
    'is silent about %i',
    (status) => {
      expect(judge({ status })).toEqual([])
    },
  )

  it('names the statement that was tried, with one key', () => {
    const target = { location: 'query', name: 'limit', keyword: 'maximum', pointer: '/a/maximum' } as const
    const [tried] = judge({ target })
    expect(tried).toMatchObject({
      pointer: '/a/maximum',
      message:
        'The 422 response of act rejects a valid request (the request tests maximum of the query parameter limit).',
    })
    expect(tried?.key).toBe(judge({})[0]?.key)
  })

  it('is silent about an invalid request', () => {
    expect(judge({ query: { limit: 10 } })).toEqual([])
    expect(judge({ mode: 'negative' })).toEqual([])
  })

  it('is silent without the credentials', () => {
    expect(judge({ auth: 'invalid' })).toEqual([])
  })

  it('is silent where a policy says why', () => {
    const policies = new Map([['act', [{ statuses: [422], reason: 'dates must be in order', checks: [] }]]])
    expect(judge({ settings: { policies } })).toEqual([])
    expect(judge({ status: 400, settings: { policies } })).toHaveLength(1)
  })

  it('is silent about preconditions that the request set', () => {
    const headers = [['if-match', '"1"']] as const
    expect(judge({ status: 412, request: { headers } })).toEqual([])
  })

  it('is silent about steps that may be refused', () => {
    expect(judge({ step: 'delete-again' })).toEqual([])
    expect(judge({ step: 'create' })).toHaveLength(1)
  })

  it('leaves an undocumented refusal to another check', async () => {
    const bare = await createRig(oneOperation())
    expect(positiveDataAcceptance.verify(bare({ operation: 'act', status: 422 }))).toEqual([])
  })

  it('is silent about token endpoints', async () => {
    const token = await createRig(oneOperation({ responses }, { path: '/token', method: 'post' }))
    expect(positiveDataAcceptance.verify(token({ operation: 'act', status: 400 }))).toEqual([])
  })

  it('leaves 415 without a payload to another check', async () => {
    const get = await createRig(oneOperation({ responses }))
    expect(positiveDataAcceptance.verify(get({ operation: 'act', status: 415 }))).toEqual([])
    expect(positiveDataAcceptance.verify(get({ operation: 'act', status: 422 }))).toHaveLength(1)
  })
})

const parametersOfNegativeDataRejection = [
  { name: 'limit', in: 'query', required: true, schema: { type: 'integer', maximum: 9 } },
  { name: 'X-Desk', in: 'header', required: true, schema: { type: 'string' } },
]
const requestBody = jsonBody({
  type: 'object',
  required: ['a', 'b'],
  properties: { a: { type: 'string', maxLength: 2 }, b: {} },
})
const operation = {
  parameters: parametersOfNegativeDataRejection,
  requestBody,
  security: [{ bearer: [] }],
  responses: { 200: { description: 'ok' }, 302: { description: 'see' }, 422: { description: 'no' } },
}
const exchangeOfNegativeDataRejection = await createRig(oneOperation(operation, { method: 'post' }))
const judgeOfNegativeDataRejection = (draft: Partial<ExchangeDraft>) => {
  const seen = exchangeOfNegativeDataRejection({
    operation: 'act',
    query: { limit: 1 },
    header: { 'X-Desk': 'd' },
    body: { a: 'x', b: 1 },
    mode: 'negative',
    status: 200,
    ...draft,
  })
  return [negativeDataRejection, missingRequiredHeader, contentNegotiation].flatMap((check) =>
    check.verify(seen),
  )
}

describe('negativeDataRejection', () => {
  it('accuses an accepted number above the maximum', () => {
    expect(judgeOfNegativeDataRejection({ query: { limit: 10 } })).toMatchObject([
      {
        check: 'negative-data-rejection',
        operationId: 'act',
        pointer: '/paths/~1things/post/parameters/0/schema/maximum',
        message: expect.stringMatching(
          /^The 200 response of act accepts an invalid request: query parameter limit .*\.$/,
        ),
      },
    ])
  })

  it.each([207, 400, 404, 422, 302])('is content with %i', (status) => {
    expect(judgeOfNegativeDataRejection({ query: { limit: 10 }, status })).toHaveLength(
      status === 302 ? 1 : 0,
    )
  })

  it('accuses a broken body at its statement', () => {
    const at = '/paths/~1things/post/requestBody/content/application~1json/schema'
    expect(judgeOfNegativeDataRejection({ body: { a: 'xxx', b: 1 } })).toMatchObject([
      { pointer: `${at}/properties/a/maxLength` },
    ])
  })

  it('tells two missing properties apart', () => {
    const keys = [{ a: 'x' }, { b: 1 }].map((body) => judgeOfNegativeDataRejection({ body })[0]?.key)
    expect(keys[0]).toBeTypeOf('string')
    expect(keys[0]).not.toBe(keys[1])
  })

  it('is silent where a coercion makes the request valid', () => {
    expect(judgeOfNegativeDataRejection({ request: { target: '/things?limit=%201e0' } })).toEqual([])
    expect(judgeOfNegativeDataRejection({ request: { target: '/things?limit=one' } })).toHaveLength(1)
  })

  it('is silent about valid requests and positive cases', () => {
    expect(judgeOfNegativeDataRejection({})).toEqual([])
    expect(judgeOfNegativeDataRejection({ query: { limit: 10 }, mode: 'positive' })).toEqual([])
  })

  it('leaves requests without credentials to another check', () => {
    expect(judgeOfNegativeDataRejection({ query: { limit: 10 }, auth: 'none' })).toEqual([])
  })

  it('names the fault that the case is about', () => {
    const pointer = '/paths/~1things/post/parameters/0/schema/maximum'
    const target = {
      pointer,
      documentUri: exchangeOfNegativeDataRejection({ operation: 'act', status: 200 }).document.uri,
    }
    expect(
      judgeOfNegativeDataRejection({ query: { limit: 10 }, body: { a: 'xxx', b: 1 }, target }),
    ).toMatchObject([{ pointer }])
  })
})
