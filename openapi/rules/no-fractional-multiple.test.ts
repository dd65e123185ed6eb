import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('no-fractional-multiple', () => {
  const findings = findingsOf('no-fractional-multiple', {
    components: {
      schemas: { Cents: { type: 'integer', multipleOf: 5 }, Dollars: { type: 'number', multipleOf: 0.01 } },
    },
  })

  it('reports a fraction and accepts an integer', () => {
    expect(findings.map(({ pointer }) => pointer)).toEqual(['#/components/schemas/Dollars'])
  })
})
