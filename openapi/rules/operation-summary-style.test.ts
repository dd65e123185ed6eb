import { describe, expect, it } from 'vitest'
import { findingsOf } from './lib/findings-of.ts'

describe('operation-summary-style', () => {
  const findings = findingsOf(
    'operation-summary-style',
    {
      paths: {
        '/a': { get: { summary: 'Get a cart' }, post: { summary: 'Get one two three four five six' } },
        '/b': { get: { summary: 'Get a cart.' }, post: { summary: 'Gets a cart' } },
      },
    },
    { options: { maxWords: 6, verbs: ['Get'] } },
  )

  it('reports length, full stop and first word', () => {
    expect(findings.map(({ message }) => message)).toEqual([
      'A summary has at most 6 words.',
      'A summary ends without a full stop.',
      'A summary begins with one of: Get.',
    ])
  })
})
