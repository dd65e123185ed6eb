import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { oneOperation } from '../../../test/one-operation.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'

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
