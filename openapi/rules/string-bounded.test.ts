import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('string-bounded', () => {
  const findings = findingsOf('string-bounded', {
    components: {
      schemas: {
        Open: { type: 'string', minLength: 1 },
        Formatted: { type: 'string', format: 'uuid' },
        Matched: { type: 'string', pattern: '^a$' },
        Listed: { type: 'string', enum: ['a'] },
        Fixed: { type: 'string', const: 'a' },
        Short: { type: 'string', maxLength: 3 },
      },
    },
  })

  it('reports only the string without bound', () => {
    expect(findings.map(({ pointer }) => pointer)).toEqual(['#/components/schemas/Open'])
  })
})
