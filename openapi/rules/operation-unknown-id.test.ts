import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('operation-unknown-id', () => {
  const findings = findingsOf('operation-unknown-id', {
    paths: {
      '/a': { get: {} },
      '/a/{aId}': {
        get: {},
        put: { 'x-unknown-id': { aId: 'a_not_found' } },
        post: { 'x-unknown-id': { aId: 'A not found' } },
        delete: { 'x-unknown-id': { aId: 'a_not_found', bId: 'b_not_found' } },
      },
    },
  })

  it('reports missing, foreign and misspelled entries', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'x-unknown-id must name the error code of an unknown aId.',
      'x-unknown-id must give aId an error code in snake_case.',
      'bId of x-unknown-id is not in the path.',
    ])
  })
})
