import { describe, expect, it } from 'vitest'
import { compareContracts } from '../compare-contracts.ts'
import { tinyContract } from '../tiny-contract.fixture.ts'

const path = (access: string) => ({
  get: { 'x-access': access, responses: { 200: { description: 'A' } } },
})

describe('accessNarrowed', () => {
  const changes = compareContracts(
    tinyContract({ '/a': path('session'), '/b': path('customer') }),
    tinyContract({ '/a': path('customer'), '/b': path('none') }),
  )

  it('finds an operation that asks for more', () => {
    expect(changes.filter(({ impact }) => impact === 'major')).toStrictEqual([
      {
        impact: 'major',
        rule: 'access-narrowed',
        place: 'GET /a',
        what: 'Access was `session` and is `customer`.',
      },
    ])
  })

  it('lets an operation ask for less', () => {
    expect(changes.filter(({ impact }) => impact === 'minor').map(({ place }) => place)).toStrictEqual([
      'GET /b',
    ])
  })
})
