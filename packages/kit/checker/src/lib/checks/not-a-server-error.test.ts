import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { notAServerError } from './not-a-server-error.ts'

const exchange = await createRig(oneOperation({ responses: { 500: { description: 'documented' } } }))
const policies = new Map([['act', [{ statuses: [503], reason: 'it sleeps at night', checks: [] }]]])

describe('notAServerError', () => {
  it.each([500, 502, 503, 599])('accuses %i, documented or not', (status) => {
    expect(notAServerError.verify(exchange({ operation: 'act', status }))).toMatchObject([
      {
        check: 'not-a-server-error',
        operationId: 'act',
        message: `The ${status} answer of act is a server error.`,
      },
    ])
  })

  it.each([200, 404, 499, 501, 600])('leaves %i to others', (status) => {
    expect(notAServerError.verify(exchange({ operation: 'act', status }))).toEqual([])
  })

  it('accuses a failure on an undeclared path', () => {
    expect(notAServerError.verify(exchange({ request: { target: '/x' }, status: 500 }))).toMatchObject([
      { operationId: null, pointer: '/paths/~1x' },
    ])
  })

  it('is silent where a policy allows the status', () => {
    expect(
      notAServerError.verify(exchange({ operation: 'act', status: 503, settings: { policies } })),
    ).toEqual([])
    expect(
      notAServerError.verify(exchange({ operation: 'act', status: 502, settings: { policies } })),
    ).toHaveLength(1)
  })

  it('has one key for one operation', () => {
    const keys = [500, 502].map(
      (status) => notAServerError.verify(exchange({ operation: 'act', status }))[0]?.key,
    )
    expect(new Set(keys).size).toBe(1)
  })
})
