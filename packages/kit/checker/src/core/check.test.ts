import { describe, expect, it } from 'vitest'
import { createRig } from '../../test/create-exchange.ts'
import { oneOperation } from '../../test/one-operation.ts'
import { createFinding, defineCheck, policyAllows } from './check.ts'

const exchange = await createRig(oneOperation())
const always = defineCheck({
  id: 'always',
  title: 'Always',
  severity: 'low',
  needs: 'request',
  appliesTo: (operation) => operation !== undefined,
  verify: (seen) => [createFinding({ id: 'always' }, seen, 'Found.')],
})
const act = { operation: 'act' }
const elsewhere = { request: { target: '/x' } }
const withPolicy = (policy: { readonly statuses?: number[]; readonly checks?: string[] }) => ({
  settings: { policies: new Map([['act', [{ statuses: [], checks: [], reason: 'known', ...policy }]]]) },
})

describe('defineCheck', () => {
  it.each([
    ['applies', act, 1],
    ['does not apply', elsewhere, 0],
    ['is turned off by a policy', { ...act, ...withPolicy({ checks: ['always'] }) }, 0],
    ['is not the one that a policy turns off', { ...act, ...withPolicy({ checks: ['other'] }) }, 1],
  ])('finds nothing unless the check applies: it %s', (_title, seen, count) => {
    expect(always.verify(exchange({ ...seen, status: 200 }))).toHaveLength(count)
  })
})

describe('policyAllows', () => {
  const policy = withPolicy({ statuses: [409, 422] })

  it.each([
    [{ ...act, ...policy }, 422, true],
    [{ ...act, ...policy }, 400, false],
    [act, 422, false],
    [{ ...elsewhere, ...policy }, 422, false],
  ])('of %j and %i is %j', (seen, status, isAllowed) => {
    expect(policyAllows(exchange({ ...seen, status }))).toBe(isAllowed)
  })
})
