import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('property-description', () => {
  const findings = findingsOf('property-description', {
    components: {
      schemas: {
        Described: { type: 'integer', description: 'A number.' },
        Bare: { type: 'integer' },
        Holder: {
          type: 'object',
          properties: {
            own: { type: 'integer', description: 'Its own.' },
            referred: { $ref: '#/components/schemas/Described' },
            named: true,
            silent: { type: 'integer' },
            referredSilent: { $ref: '#/components/schemas/Bare' },
          },
        },
      },
    },
  })

  it('reports properties described nowhere', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'Property silent must have a description.',
      'Property referredSilent must have a description.',
    ])
  })
})
