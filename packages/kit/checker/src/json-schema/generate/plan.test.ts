import { describe, expect, it } from 'vitest'
import type { Json } from '../base/json.ts'
import type { Goal } from './goal.ts'
import { canBeDistinct } from './plan.ts'

const among = (...values: Json[]): Goal => [{ kind: 'values', values }]
const domainOf = ([literal]: Goal): readonly Json[] | undefined =>
  literal?.kind === 'values' && literal.values.length > 0 ? literal.values : undefined

describe('canBeDistinct', () => {
  it('finds an assignment that is not the first', () => {
    expect(canBeDistinct([among(1, 2), among(1, 3), among(1)], undefined, 0, domainOf)).toBe(true)
  })

  it('refuses three items of two values', () => {
    expect(canBeDistinct([among(1, 2), among(2, 1), among(1, 2)], undefined, 0, domainOf)).toBe(false)
  })

  it('takes equal values written differently as one', () => {
    expect(canBeDistinct([among({ a: 1, b: 2 }), among({ b: 2, a: 1 })], undefined, 0, domainOf)).toBe(false)
  })

  it('counts the fillers', () => {
    expect(canBeDistinct([among(1)], among(1, 2, 3), 2, domainOf)).toBe(true)
    expect(canBeDistinct([among(1)], among(1, 2, 3), 3, domainOf)).toBe(false)
  })

  it('takes endless domains for enough', () => {
    expect(canBeDistinct([among(), among(1)], among(), 10_000, domainOf)).toBe(true)
  })
})
