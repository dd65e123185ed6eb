import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { jsonBody, oneOperation } from '../../../test/one-operation.ts'
import { contentNegotiation } from './content-negotiation.ts'
import { missingRequiredHeader } from './missing-required-header.ts'
import { negativeDataRejection } from './negative-data-rejection.ts'

const parameters = [
  { name: 'limit', in: 'query', required: true, schema: { type: 'integer', maximum: 9 } },
  { name: 'X-Desk', in: 'header', required: true, schema: { type: 'string' } },
]
const requestBody = jsonBody({
  type: 'object',
  required: ['a', 'b'],
  properties: { a: { type: 'string', maxLength: 2 }, b: {} },
})
const operation = {
  parameters,
  requestBody,
  security: [{ bearer: [] }],
  responses: { 200: { description: 'ok' }, 302: { description: 'see' }, 422: { description: 'no' } },
}
const exchange = await createRig(oneOperation(operation, { method: 'post' }))
const judge = (draft: Partial<ExchangeDraft>) => {
  const seen = exchange({
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
    expect(judge({ query: { limit: 10 } })).toMatchObject([
      {
        check: 'negative-data-rejection',
        operationId: 'act',
        pointer: '/paths/~1things/post/parameters/0/schema/maximum',
        message: expect.stringMatching(
          /^The 200 answer of act accepts an invalid request: query parameter limit .*\.$/,
        ),
      },
    ])
  })

  it.each([207, 400, 404, 422, 302])('is content with %i', (status) => {
    expect(judge({ query: { limit: 10 }, status })).toHaveLength(status === 302 ? 1 : 0)
  })

  it('accuses a broken body at its statement', () => {
    const at = '/paths/~1things/post/requestBody/content/application~1json/schema'
    expect(judge({ body: { a: 'xxx', b: 1 } })).toMatchObject([{ pointer: `${at}/properties/a/maxLength` }])
  })

  it('tells two missing properties apart', () => {
    const keys = [{ a: 'x' }, { b: 1 }].map((body) => judge({ body })[0]?.key)
    expect(keys[0]).toBeTypeOf('string')
    expect(keys[0]).not.toBe(keys[1])
  })

  it('is silent where a coercion makes the request valid', () => {
    expect(judge({ request: { target: '/things?limit=%201e0' } })).toEqual([])
    expect(judge({ request: { target: '/things?limit=one' } })).toHaveLength(1)
  })

  it('is silent about valid requests and positive cases', () => {
    expect(judge({})).toEqual([])
    expect(judge({ query: { limit: 10 }, mode: 'positive' })).toEqual([])
  })

  it('leaves requests without credentials to another check', () => {
    expect(judge({ query: { limit: 10 }, auth: 'none' })).toEqual([])
  })

  it('names the fault that the case is about', () => {
    const pointer = '/paths/~1things/post/parameters/0/schema/maximum'
    const target = { pointer, documentUri: exchange({ operation: 'act', status: 200 }).document.uri }
    expect(judge({ query: { limit: 10 }, body: { a: 'xxx', b: 1 }, target })).toMatchObject([{ pointer }])
  })
})
