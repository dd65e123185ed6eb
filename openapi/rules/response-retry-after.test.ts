import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('response-retry-after', () => {
  const findings = findingsOf('response-retry-after', {
    paths: {
      '/a': { get: { operationId: 'getA', responses: { 404: {}, 429: {} } } },
      '/b': { get: { operationId: 'getB', responses: { 429: { headers: { 'Retry-After': {} } } } } },
    },
  })

  it('reports a 429 without Retry-After', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'Response 429 of getA must declare the header Retry-After.',
    ])
  })
})
