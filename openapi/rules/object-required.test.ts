import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('object-required', () => {
  const properties = { a: { type: 'integer' } }
  const findings = findingsOf('object-required', {
    components: {
      schemas: {
        Silent: { type: 'object', properties },
        NoneRequired: { type: 'object', properties, required: [] },
        Empty: { type: 'object' },
      },
    },
  })

  it('reports properties without a required list', () => {
    expect(findings.map(({ pointer }) => pointer)).toEqual(['#/components/schemas/Silent'])
  })
})
