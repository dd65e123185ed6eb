import { describe, expect, it } from 'vitest'
import { compareContracts } from '../compare-contracts.ts'
import { tinyContract } from '../tiny-contract.fixture.ts'
import { defaultChanged } from './default-changed.ts'

const schema = (value?: number) => ({ type: 'integer', ...(value === undefined ? {} : { default: value }) })
const sent = (value?: number) => ({
  get: {
    parameters: [{ name: 'page', in: 'query', schema: schema(value) }],
    responses: { 200: { description: 'A' } },
  },
})
const received = (value: number) => ({
  get: { responses: { 200: { description: 'A', headers: { 'x-page': { schema: schema(value) } } } } },
})

describe('defaultChanged', () => {
  const changes = compareContracts(
    tinyContract({ '/changed': sent(1), '/gone': sent(1), '/added': sent(), '/received': received(1) }),
    tinyContract({ '/changed': sent(2), '/gone': sent(), '/added': sent(1), '/received': received(2) }),
  )

  it('finds another default and a lost one', () => {
    const found = changes.filter(({ rule }) => rule === defaultChanged.id)
    expect(found.map(({ place, what }) => `${place}: ${what}`).toSorted()).toStrictEqual([
      'GET /changed, a parameter: The default became 2; it was 1.',
      'GET /gone, a parameter: The default 1 is gone.',
    ])
  })

  it('lets a default be added, and answers change', () => {
    const found = changes.filter(({ impact }) => impact === 'minor')
    expect(found.map(({ place }) => place).toSorted()).toStrictEqual([
      'GET /added, a parameter',
      'GET /received, answer 200, header x-page',
    ])
  })
})
