import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('response-token-headers', () => {
  const findings = findingsOf('response-token-headers', {
    paths: {
      '/a': {
        get: { operationId: 'getA', 'x-access': 'none', responses: { 200: {} } },
        put: {
          operationId: 'putA',
          'x-access': 'session',
          responses: { 200: { headers: { authorization: {} } } },
        },
      },
    },
  })

  it('reports missing refresh headers behind a token', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'Response 200 of putA must declare the header x-token-exp-seconds, x-session-id.',
    ])
  })
})
