import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('response-request-id', () => {
  const findings = findingsOf('response-request-id', {
    paths: {
      '/a': {
        get: {
          operationId: 'getA',
          responses: { 200: { headers: { 'X-Request-Id': {} } }, 404: { headers: { other: {} } } },
        },
      },
    },
  })

  it('reports a response without x-request-id', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'Response 404 of getA must declare the header x-request-id.',
    ])
  })
})
