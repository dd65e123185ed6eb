import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { jsonResponse, oneOperation } from '../../../test/one-operation.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import type { Json } from '../../json-schema/base/json.ts'
import { filterNotApplied, isNarrowed } from './filters.ts'

const verify = (query: Record<string, Json>, ...items: object[]) =>
  filterNotApplied.verify(lastOf(steps.list('filter', items, { query })))

const by = (name: string, item: object) =>
  filterNotApplied.verify(
    lastOf(
      steps.list('filter', [item], {
        query: { [name]: '17' },
        boundTo: { [`query.${name}`]: 'createOwner $response.body#/id' },
      }),
    ),
  )

describe('filterNotApplied', () => {
  it.each([
    [{ kind: 'cat' }, { kind: 'dog' }],
    [{ kind: 'cat' }, { kind: null }],
    [{ name: 'Rex' }, { name: 'Ada' }],
    [{ tags: ['a', 'b'] }, { tags: ['c'] }],
    [{ sold: true }, { sold: false }],
    [{ tag: 'a' }, { tags: ['b'] }],
    [{ born_after: '2024-05-05T00:00:00Z' }, { bornAt: '2024-05-04T23:00:00Z' }],
    [{ maxPrice: 5 }, { price: 6 }],
    [{ born: { from: '2024-05-05' } }, { born_on: '2024-05-01' }],
  ])('accuses a list by %j that shows %j', (query, item) => {
    const [name = ''] = Object.keys(query)
    expect(verify(query, item)).toMatchObject([
      {
        operationId: 'listPets',
        message: `The 200 answer of listPets shows items that the query parameter ${name} excludes.`,
        pointer: expect.stringContaining('/parameters/'),
      },
    ])
  })

  it.each([
    [{ kind: 'cat' }, { kind: 'CAT' }],
    [{ kind: 'cat' }, { name: 'no kind shown' }],
    [{ kind: 'all' }, { kind: 'dog' }],
    [{ name: 're' }, { name: 'Andrea' }],
    [{ tags: ['a', 'b'] }, { tags: ['b', 'c'] }],
    [{ weight: 5 }, { weight: 9 }],
    [
      { limit: 5, offset: 0 },
      { limit: 9, offset: 3 },
    ],
    [{ unknown: 'x' }, { unknown: 'y' }],
    [{ tag: 'a' }, { tags: ['b', 'a'] }],
    [{ born_after: '2024-05-05T00:00:00Z' }, { bornAt: '2024-05-05T00:00:00Z' }],
    [{ born_after: '2024-05-05T00:00:00Z' }, { bornAt: null }],
    [{ maxPrice: 5 }, { price: 5 }],
    [{ born: { from: '2024-05-05' } }, { born_on: '2024-05-04' }],
    [{ born_after: '2024-05-05T00:00:00Z' }, { died: '2020-05-05T00:00:00Z' }],
  ])('is content with a list by %j that shows %j', (query, item) => {
    expect(verify(query, item)).toEqual([])
  })

  it('claims nothing of the id of another thing', () => {
    expect(by('name', { name: 'Rex' })).toEqual([])
    expect(by('ownerId', { ownerId: '18' })).toHaveLength(1)
  })

  it('claims nothing after an invalid request', () => {
    expect(verify({ kind: 'cow' }, { kind: 'dog' })).toEqual([])
  })

  it('is content with an empty list', () => {
    expect(verify({ kind: 'cat' })).toEqual([])
  })
})

const narrows = async (name: string, schema: object, query = {}) => {
  const list = jsonResponse({ type: 'array', items: { type: 'object', properties: { id: {} } } })
  const exchange = await createRig(
    oneOperation({ parameters: [{ name, in: 'query', schema }], responses: { 200: list } }),
  )
  return isNarrowed(exchange({ operation: 'act', query, status: 200, json: [] }))
}

describe('isNarrowed', () => {
  it('knows a filter that was sent', async () => {
    expect(await narrows('kind', {}, { kind: 'cat' })).toBe(true)
    expect(await narrows('kind', {})).toBe(false)
  })

  it('knows a filter that counts by default', async () => {
    expect(await narrows('archived', { type: 'boolean', default: false })).toBe(true)
  })

  it.each(['limit', 'offset', 'sort', 'order_by', 'fields', 'locale'])(
    'takes %s for no filter',
    async (name) => {
      expect(await narrows(name, { default: 'x' }, { [name]: 'x' })).toBe(false)
    },
  )
})
