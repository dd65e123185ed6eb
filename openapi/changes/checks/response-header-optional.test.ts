import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../scripts/publish.ts'
import { compareContracts } from '../compare-contracts.ts'
import { tinyContract } from '../tiny-contract.fixture.ts'
import { responseHeaderOptional } from './response-header-optional.ts'

const header = (required?: boolean) => ({
  ...(required === undefined ? {} : { required }),
  schema: { type: 'string' },
})
const answer = (headers: JsonObject) =>
  tinyContract({ '/a': { get: { responses: { 200: { description: 'A', headers } } } } })

describe('responseHeaderOptional', () => {
  const changes = compareContracts(
    answer({ 'x-lost': header(true), 'x-won': header(false), 'x-kept': header(true), 'x-free': header() }),
    answer({
      'x-lost': header(false),
      'x-won': header(true),
      'x-kept': header(true),
      'x-free': header(false),
    }),
  )
  const found = changes.filter(({ rule }) => rule === responseHeaderOptional.id)

  it('finds a header that was required', () => {
    expect(found).toStrictEqual([
      {
        impact: 'major',
        rule: 'response-header-optional',
        place: 'GET /a, answer 200, header x-lost',
        what: 'Header `x-lost` is no longer in every answer.',
      },
    ])
  })

  it('lets a header become required', () => {
    expect(changes.filter(({ place }) => place.includes('x-won')).map(({ impact }) => impact)).toStrictEqual([
      'minor',
    ])
  })
})
