import { describe, expect, it } from 'vitest'
import { createRig } from '../../test/create-exchange.ts'
import { oneOperation } from '../../test/one-operation.ts'
import { createFinding, defineCheck, policyAllows } from './check.ts'

const exchange = await createRig(oneOperation())
const always = defineCheck({
  id: 'always',
  title: 'Always',
  severity: 'low',
  appliesTo: (operation) => operation !== undefined,
  verify: (seen) => [createFinding({ id: 'always' }, seen, 'Found.')],
})
const turnedOff = (checks: string[]) => new Map([['act', [{ statuses: [], reason: 'known', checks }]]])

describe('defineCheck', () => {
  it('keeps silent where the check does not apply', () => {
    expect(always.verify(exchange({ operation: 'act', status: 200 }))).toHaveLength(1)
    expect(always.verify(exchange({ request: { target: '/x' }, status: 200 }))).toEqual([])
  })

  it('keeps silent where a policy turns the check off', () => {
    expect(
      always.verify(
        exchange({ operation: 'act', status: 200, settings: { policies: turnedOff(['always']) } }),
      ),
    ).toEqual([])
    expect(
      always.verify(
        exchange({ operation: 'act', status: 200, settings: { policies: turnedOff(['other']) } }),
      ),
    ).toHaveLength(1)
  })
})

const exchangeOfPolicyAllows = await createRig(oneOperation())
const policies = new Map([['act', [{ statuses: [409, 422], reason: 'a rule', checks: [] }]]])

describe('policyAllows', () => {
  it('knows the statuses of the operation', () => {
    expect(
      policyAllows(exchangeOfPolicyAllows({ operation: 'act', status: 422, settings: { policies } })),
    ).toBe(true)
    expect(
      policyAllows(exchangeOfPolicyAllows({ operation: 'act', status: 400, settings: { policies } })),
    ).toBe(false)
  })

  it('allows nothing without a policy', () => {
    expect(policyAllows(exchangeOfPolicyAllows({ operation: 'act', status: 422 }))).toBe(false)
    expect(
      policyAllows(
        exchangeOfPolicyAllows({ request: { target: '/x' }, status: 422, settings: { policies } }),
      ),
    ).toBe(false)
  })
})
