import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('response-error-code', () => {
  const findings = findingsOf('response-error-code', {
    paths: {
      '/a': {
        get: {
          operationId: 'getA',
          responses: { 200: {}, 400: { headers: { 'x-error-code': {} } }, 404: {} },
        },
      },
    },
  })

  it('reports only errors without x-error-code', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'Response 404 of getA must declare the header x-error-code.',
    ])
  })
})
