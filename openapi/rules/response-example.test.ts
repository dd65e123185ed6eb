import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('response-example', () => {
  const findings = findingsOf('response-example', {
    paths: {
      '/a': {
        get: {
          operationId: 'getA',
          responses: {
            200: { content: { 'application/json': { examples: { full: { value: 1 } } } } },
            201: { $ref: '#/components/responses/Bare' },
          },
        },
      },
    },
    components: { responses: { Bare: { content: { 'application/json': { example: 1 } } } } },
  })

  it('reports a body without named example', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'Response 201 of getA needs a named example of application/json.',
    ])
  })
})
