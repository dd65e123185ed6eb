import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('array-bounded', () => {
  const findings = findingsOf('array-bounded', {
    components: {
      schemas: {
        Open: { type: 'array', items: { type: 'integer' } },
        OpenOrNull: { type: ['array', 'null'], items: { type: 'integer' } },
        Bounded: { type: 'array', items: { type: 'integer' }, maxItems: 3 },
      },
    },
  })

  it('reports an array without maxItems', () => {
    expect(findings.map(({ pointer }) => pointer)).toEqual([
      '#/components/schemas/Open',
      '#/components/schemas/OpenOrNull',
    ])
  })
})
