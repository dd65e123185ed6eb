import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('operation-one-tag', () => {
  const findings = findingsOf('operation-one-tag', {
    paths: {
      '/a': { get: { tags: ['Carts'] }, post: {}, put: { tags: ['Carts', 'Orders'] } },
    },
  })

  it('reports no tag and two tags', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'An operation must have exactly one tag, not 2.',
      'An operation must have exactly one tag, not 0.',
    ])
  })
})
