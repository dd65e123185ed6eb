import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { policyAllows } from './policy-allows.ts'

const exchange = await createRig(oneOperation())
const policies = new Map([['act', [{ statuses: [409, 422], reason: 'a rule', checks: [] }]]])

describe('policyAllows', () => {
  it('knows the statuses of the operation', () => {
    expect(policyAllows(exchange({ operation: 'act', status: 422, settings: { policies } }))).toBe(true)
    expect(policyAllows(exchange({ operation: 'act', status: 400, settings: { policies } }))).toBe(false)
  })

  it('allows nothing without a policy', () => {
    expect(policyAllows(exchange({ operation: 'act', status: 422 }))).toBe(false)
    expect(policyAllows(exchange({ request: { target: '/x' }, status: 422, settings: { policies } }))).toBe(
      false,
    )
  })
})
