import { describe, expect, it } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { buildResourceGraph } from './build-resource-graph.ts'
import { findFilters, plainName, selectsByFalse } from './filters.ts'
import { answers, loadPaths } from '@contract-kit/openapi/testing'

const parameter = (name: string, schema: Json) => ({ name, in: 'query', schema })

const filtersOf = async (item: Json, ...parameters: Json[]) => {
  const list = { type: 'object', properties: { data: { type: 'array', items: item } } }
  const document = await loadPaths({
    '/people': { get: { parameters, responses: answers('200', list) }, post: {} },
    '/people/{personId}': { get: {} },
  })
  const [resource] = buildResourceGraph(document).resources
  if (resource === undefined) throw new Error('no resource')
  return findFilters(resource).map(({ parameter: { name }, member, property }) => [name, member, property])
}

describe('findFilters', () => {
  const attributes = {
    type: 'object',
    properties: { plan: { type: 'string' }, score: { type: 'integer' }, archivedAt: { type: 'string' } },
  }

  it('finds the attributes of JSON:API by names in brackets', async () => {
    const person = { type: 'object', properties: { id: { type: 'string' }, attributes } }
    expect(
      await filtersOf(
        person,
        parameter('filter[plan]', { type: 'string' }),
        parameter('filter[score_gte]', { type: 'integer' }),
        parameter('page[size]', { type: 'integer' }),
      ),
    ).toEqual([
      ['filter[plan]', undefined, 'plan'],
      ['filter[score_gte]', undefined, 'score'],
    ])
  })

  it('finds the members of an object that holds filters', async () => {
    const filter = { type: 'object', properties: { plan: { type: 'string' }, other: { type: 'string' } } }
    expect(await filtersOf(attributes, parameter('filter', filter))).toEqual([['filter', 'plan', 'plan']])
  })
})

describe('plainName', () => {
  it.each([
    ['filter[plan]', 'plan'],
    ['page[size]', 'page[size]'],
    ['plan', 'plan'],
  ])('takes %s for %s', (name, plain) => {
    expect(plainName(name)).toBe(plain)
  })
})

describe('selectsByFalse', () => {
  it.each([
    ['Only cards that are archived, or with `false` only those that are not.', true],
    ['`true` shows the ones in stock; `false` shows those that are sold out.', true],
    ['Whether the item is on loan. False: only items on the shelf.', true],
    ['Only cards whose `archived` is this.', true],
    ['Only cards that are, or are not, archived.', true],
    ['Only cards that will, or will not, be sent.', true],
    ['Only cards that are archived.', false],
    ['Only cards whose owner is away.', false],
    ['Whether all cards are, or are not, listed.', false],
    ['Only cards that are archived; includes those that are, or are not, sent.', false],
    ['Only archived cards; false by default.', false],
    ['With `false`, those without a board are shown too.', false],
    ['If false, all items are listed, not only those in stock.', false],
    ['`true` selects; `false` does not filter, so those are mixed.', false],
    ['', false],
  ])('of %j is %s', (description, isTold) => {
    expect(selectsByFalse(description)).toBe(isTold)
  })
})
