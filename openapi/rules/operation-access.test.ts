import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('operation-access', () => {
  const findings = findingsOf('operation-access', {
    paths: {
      '/a': { get: { 'x-access': 'none' }, post: { 'x-access': 'everybody' }, put: {} },
    },
  })

  it('reports a missing or unknown level', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'x-access must be one of none, session, customer, sandbox.',
      'x-access must be one of none, session, customer, sandbox.',
    ])
  })
})
