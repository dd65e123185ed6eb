import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('error-schema', () => {
  const findings = findingsOf('error-schema', {
    paths: {
      '/a': {
        get: {
          operationId: 'getA',
          responses: {
            200: { content: {} },
            400: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
            404: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } } },
            500: { description: 'No body.' },
          },
        },
      },
    },
    components: { schemas: { Error: { type: 'object' }, Problem: { type: 'object' } } },
  })

  it('reports errors of another shape or none', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'Response 404 of getA must be JSON of the schema Error.',
      'Response 500 of getA must be JSON of the schema Error.',
    ])
  })
})
