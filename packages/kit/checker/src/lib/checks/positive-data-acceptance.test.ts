import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { jsonBody, oneOperation } from '../../../test/one-operation.ts'
import { positiveDataAcceptance } from './positive-data-acceptance.ts'

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
  it.each([400, 402, 412, 422, 423, 428])('accuses %i', (status) => {
    expect(judge({ status })).toMatchObject([
      { operationId: 'act', message: `The ${status} answer of act refuses a valid request.` },
    ])
  })

  it.each([200, 302, 401, 403, 404, 405, 406, 409, 410, 429, 500])('is silent about %i', (status) => {
    expect(judge({ status })).toEqual([])
  })

  it('names the statement that was tried, with one key', () => {
    const target = { location: 'query', name: 'limit', keyword: 'maximum', pointer: '/a/maximum' } as const
    const [tried] = judge({ target })
    expect(tried).toMatchObject({
      pointer: '/a/maximum',
      message: 'The 422 answer of act refuses a valid request (it tries maximum of the query limit).',
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
