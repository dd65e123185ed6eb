import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { jsonResponse, oneOperation } from '../../../test/one-operation.ts'
import { errorBodyConformance } from './error-body-conformance.ts'

const schema = {
  type: 'object',
  required: ['title', 'status'],
  properties: { title: { type: 'string' }, status: { type: 'integer' } },
}
const exchange = await createRig(
  oneOperation({ responses: { 200: jsonResponse(schema), default: jsonResponse(schema) } }),
)
const policies = new Map([['act', [{ statuses: [503], reason: 'it sleeps', checks: [] }]]])

describe('errorBodyConformance', () => {
  it('is content with the documented shape', () => {
    expect(
      errorBodyConformance.verify(
        exchange({ operation: 'act', status: 404, json: { title: 'No', status: 404 } }),
      ),
    ).toEqual([])
  })

  it('makes one finding of another shape', () => {
    const json = { title: 1, status: '404' }
    expect(errorBodyConformance.verify(exchange({ operation: 'act', status: 404, json }))).toMatchObject([
      {
        operationId: 'act',
        pointer:
          '/paths/~1things/get/responses/default/content/application~1json/schema/properties/title/type',
      },
    ])
  })

  it('accuses an empty error', () => {
    expect(errorBodyConformance.verify(exchange({ operation: 'act', status: 404 }))).toHaveLength(1)
  })

  it('overlooks what the HTTP library refused before', () => {
    expect(
      errorBodyConformance.verify(
        exchange({ operation: 'act', status: 431, headers: { connection: 'close' } }),
      ),
    ).toEqual([])
  })

  it('judges a server error only where a policy allows it', () => {
    expect(errorBodyConformance.verify(exchange({ operation: 'act', status: 503, json: {} }))).toEqual([])
    expect(
      errorBodyConformance.verify(
        exchange({ operation: 'act', status: 503, json: {}, settings: { policies } }),
      ),
    ).toHaveLength(1)
  })

  it('leaves successes to another check', () => {
    expect(errorBodyConformance.verify(exchange({ operation: 'act', status: 200, json: {} }))).toEqual([])
  })
})
