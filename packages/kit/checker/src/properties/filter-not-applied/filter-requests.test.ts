import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { buildResourceGraph } from '@contract-kit/resources'
import { findFilters } from '@contract-kit/resources/filters'
import { lists, loadPaths, objectOf, TEXT } from '@contract-kit/openapi/testing'
import { filterRequests, filterValues } from './filter-requests.ts'

const TAGS = { type: 'array', items: TEXT }
const ITEM = objectOf({
  status: { enum: ['open', 'closed'] },
  tags: TAGS,
  created_at: { ...TEXT, format: 'date-time' },
  price: { type: 'number' },
  owner: { type: 'object' },
})

const filtersOf = async (parameters: Readonly<Record<string, JsonObject>>) => {
  const asked = Object.entries(parameters).map(([name, schema]) => ({ name, in: 'query', schema }))
  const document = await loadPaths({ '/items': lists(ITEM, { parameters: asked }) })
  return buildResourceGraph(document).resources.flatMap(findFilters)
}

const valuesOf = async (name: string, schema: JsonObject, shown: readonly Json[]) =>
  (await filtersOf({ [name]: schema })).flatMap((filter) => filterValues(filter, shown))

describe('filterRequests', () => {
  it('asks for the members of an object together, as an item has them that is like others in part', async () => {
    const properties = { status: { enum: ['open', 'closed'] }, price: { type: 'number' } }
    const filters = await filtersOf({ filter: { type: 'object', properties } })
    const items = [
      { status: 'open', price: 1 },
      { status: 'open', price: 2 },
    ]
    expect(filterRequests(filters, items).map(({ value }) => value)).toEqual([
      { status: 'open' },
      { status: 'closed' },
      { price: 1 },
      { price: 2 },
      { status: 'open', price: 1 },
    ])
  })
})

const MOMENT = { ...TEXT, format: 'date-time' }
const [SEOUL, LATER] = ['2024-01-01T09:00:00+09:00', '2024-01-01T01:00:00Z']

describe('filterValues', () => {
  it.each<[string, string, JsonObject, readonly Json[], readonly Json[]]>([
    [
      'the choices of a list',
      'status',
      { type: 'array', items: { enum: ['open', 'closed'] } },
      ['open'],
      [['open'], ['closed']],
    ],
    [
      'what items show, then other choices',
      'status',
      { enum: ['open', 'closed', 'held'] },
      ['closed', 'closed', null],
      ['closed', 'open', 'held'],
    ],
    [
      'several values where the parameter takes several',
      'tag',
      TAGS,
      [['a', 'b'], ['b']],
      [['b'], ['b', 'a']],
    ],
    [
      'a moment with another offset',
      'created_after',
      MOMENT,
      ['2024-01-01T09:00:00Z'],
      ['2023-12-31T22:00:00.000-11:00'],
    ],
    [
      'a moment that no offset can tell as it is',
      'created_before',
      MOMENT,
      ['2024-01-01T09:00:00.1234Z'],
      ['2024-01-01T09:00:00.1234Z'],
    ],
    ['a flag either way', 'status', { type: 'boolean' }, [], [true, false]],
    ['nothing that the parameter forbids', 'status', { ...TEXT, maxLength: 4 }, ['closed', 'open'], ['open']],
    ['the limit that fewest items keep', 'maxPrice', { type: 'number' }, [10, 9, 11], [9]],
    ['the latest moment', 'created_after', TEXT, [SEOUL, LATER, 'never'], [LATER]],
    ['nothing where nothing is shown', 'created_after', TEXT, [], []],
  ])('asks for %s', async (_title, name, schema, shown, values) => {
    expect(await valuesOf(name, schema, shown)).toEqual(values)
  })
})
