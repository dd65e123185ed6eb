import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../json-schema/base/json.ts'
import { buildResourceGraph } from '../../resources/build-resource-graph.ts'
import { answers, loadPaths } from '../../resources/testing/load-paths.ts'
import { filterValues, findFilters } from './find-filters.ts'

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

describe('findFilters', () => {
  it('knows filters by value and by limit', async () => {
    const filters = await filtersOf({
      status: {},
      tag: {},
      created_after: {},
      maxPrice: {},
      owner: {},
      sort: {},
      limit: {},
    })
    expect(filters.map(({ property, bound }) => [property, bound])).toEqual([
      ['status', undefined],
      ['tags', undefined],
      ['created_at', 'least'],
      ['price', 'greatest'],
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
      ['a'],
      ['b'],
    ])
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
