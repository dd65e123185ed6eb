import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('error-example-name', () => {
  const examples = { token_missing: { value: 1 }, tokenExpired: { value: 1 } }
  const findings = findingsOf('error-example-name', {
    paths: {
      '/a': {
        get: {
          operationId: 'getA',
          responses: {
            200: { content: { 'application/json': { examples } } },
            400: { content: { 'application/json': { examples } } },
          },
        },
      },
    },
  })

  it('reports error examples not in snake_case', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'Examples of an error are named after its code, in snake_case: tokenExpired.',
    ])
  })
})
