import { describe, expect, it } from 'vitest'
import { compareContracts } from '../compare-contracts.ts'
import { tinyContract } from '../tiny-contract.fixture.ts'

const path = (name: string, schema = 'string') => ({
  parameters: [{ name, in: 'path', required: true, schema: { type: schema } }],
  get: { responses: { 200: { description: 'A' } } },
})

describe('pathParameterRenamed', () => {
  it('finds a new name for the same place', () => {
    const changes = compareContracts(
      tinyContract({ '/a/{old}': path('old'), '/b/{same}': path('same') }),
      tinyContract({ '/a/{new}': path('new'), '/b/{same}': path('same') }),
    )
    expect(changes.filter(({ impact }) => impact !== 'patch')).toStrictEqual([
      {
        impact: 'major',
        rule: 'path-parameter-renamed',
        place: '/a/{new}',
        what: 'Path parameters were renamed: `old` to `new`.',
      },
    ])
  })
})
