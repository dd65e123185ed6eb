import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../json-schema/base/json.ts'
import { buildResourceGraph } from '../../resources/build-resource-graph.ts'
import { answers, jsonContent, loadPaths } from '../../resources/testing/load-paths.ts'
import { findFilters } from '../../resources/filters.ts'
import { filterRequests, filterValues } from './filters.ts'
import { createFakeApi, createPetStore, keepItems, loadPetStore } from './testing/fake-api.ts'
import { runScenario, scenarioIds } from './testing/fake-port.ts'

const ITEM = {
  type: 'object',
  properties: {
    status: { enum: ['open', 'closed'] },
    tags: { type: 'array', items: { type: 'string' } },
    created_at: { type: 'string', format: 'date-time' },
    price: { type: 'number' },
    owner: { type: 'object' },
  },
}

const filtersOf = async (parameters: Readonly<Record<string, JsonObject>>) => {
  const document = await loadPaths({
    '/items': {
      get: {
        parameters: Object.entries(parameters).map(([name, schema]) => ({ name, in: 'query', schema })),
        responses: answers('200', { type: 'array', items: ITEM }),
      },
    },
  })
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

describe('filterValues', () => {
  it('asks for what items show, then for other choices', async () => {
    expect(
      await valuesOf('status', { enum: ['open', 'closed', 'held'] }, ['closed', 'closed', null]),
    ).toEqual(['closed', 'open', 'held'])
  })

  it('wraps a value where the parameter takes several', async () => {
    expect(await valuesOf('tag', { type: 'array', items: { type: 'string' } }, [['a', 'b'], ['b']])).toEqual([
      ['b'],
      ['b', 'a'],
    ])
  })

  it('asks for a moment with another offset', async () => {
    const schema = { type: 'string', format: 'date-time' }
    expect(await valuesOf('created_after', schema, ['2024-01-01T09:00:00Z'])).toEqual([
      '2023-12-31T22:00:00.000-11:00',
    ])
    expect(await valuesOf('created_before', schema, ['2024-01-01T09:00:00.1234Z'])).toEqual([
      '2024-01-01T09:00:00.1234Z',
    ])
  })

  it('asks for a flag either way', async () => {
    expect(await valuesOf('status', { type: 'boolean' }, [])).toEqual([true, false])
  })

  it('asks for nothing that the parameter forbids', async () => {
    expect(await valuesOf('status', { type: 'string', maxLength: 4 }, ['closed', 'open'])).toEqual(['open'])
  })

  it('asks for the limit that fewest items keep', async () => {
    expect(await valuesOf('maxPrice', { type: 'number' }, [10, 9, 11])).toEqual([9])
    expect(
      await valuesOf('created_after', { type: 'string' }, [
        '2024-01-01T09:00:00+09:00',
        '2024-01-01T01:00:00Z',
        'never',
      ]),
    ).toEqual(['2024-01-01T01:00:00Z'])
    expect(await valuesOf('created_after', { type: 'string' }, [])).toEqual([])
  })
})

describe('planFilters', () => {
  it('for any seed, gives the second item another value', async () => {
    const document = await loadPetStore()
    for (let seed = 1; seed <= 10; seed += 1) {
      const { exchanges } = await runScenario(document, 'filter listPets', createPetStore(), seed)
      const [first, second] = exchanges.map(({ answer }) => Object(answer.json)['kind'] as unknown)
      expect(second).not.toBe(first)
    }
  })

  it('knows a filter by a property that holds several values', async () => {
    const book = {
      type: 'object',
      properties: { id: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
    }
    const document = await loadPaths({
      '/books': {
        get: {
          operationId: 'list',
          parameters: [{ name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
          responses: answers('200', { type: 'array', items: book }),
        },
        post: {
          operationId: 'make',
          requestBody: jsonContent({ type: 'object' }),
          responses: answers('201', book),
        },
      },
    })
    const books = keepItems('/books', { list: () => ({ status: 200, body: [{ id: 1, tags: ['a', 'b'] }] }) })
    const { log } = await runScenario(document, 'filter list', createFakeApi(books))
    expect(log.slice(-3)).toEqual([
      'filter GET /books?tag=a 200',
      'filter GET /books?tag=b 200',
      'list-again GET /books 200',
    ])
  })

  it('leaves parameters alone that no property is named for', async () => {
    const ids = scenarioIds(await loadPetStore())
    expect(ids.filter((id) => id.startsWith('filter'))).toEqual(['filter listPets'])
  })
})

describe('planSearches', () => {
  it('searches for each value that items have', async () => {
    const book = { type: 'object', properties: { id: { type: 'integer' }, kind: { enum: ['a', 'b'] } } }
    const criteria = {
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] }, text: { type: 'string' }, limit: { type: 'integer' } },
    }
    const document = await loadPaths({
      '/books': { get: { operationId: 'list', responses: answers('200', { type: 'array', items: book }) } },
      '/books/search': {
        post: {
          operationId: 'find',
          requestBody: { required: true, ...jsonContent(criteria) },
          responses: answers('200', { type: 'array', items: book }),
        },
      },
    })
    const api = createFakeApi({ 'POST /books/search': () => ({ status: 200, body: [{ id: 1, kind: 'b' }] }) })
    const { exchanges } = await runScenario(document, 'filter find', api)
    expect(exchanges.map(({ case: { values } }) => values?.body?.value)).toEqual([
      {},
      { kind: 'b' },
      { kind: 'a' },
      { limit: 1 },
    ])
  })
})
