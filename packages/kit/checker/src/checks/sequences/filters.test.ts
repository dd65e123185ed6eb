import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
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

/** A list that a filter leaves empty, between two lists that show an item. */
const lacking = (
  query: Record<string, Json>,
  item: object,
  more: Partial<ExchangeDraft> = {},
  afterwards = item,
) =>
  filterNotApplied.verify(
    lastOf(
      steps.list('list-page', [{ id: 'a', ...item }]),
      steps.list('filter', [], { query, ...more }),
      steps.list('list-again', [{ id: 'a', ...afterwards }]),
    ),
  )

const search = (kind: string) =>
  filterNotApplied.verify(
    lastOf({
      operation: 'searchPets',
      body: { kind: 'cat', limit: 5 },
      status: 200,
      json: [{ id: 1, kind }],
    }),
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
    [{ sold: true }, { isSold: false }],
    [{ kinds: ['cat'] }, { kind: 'dog' }],
    [{ traits: ['a', 'b'] }, { traits: ['b', 'c'] }],
    [{ born_before: '2024-05-05T02:00:00+02:00' }, { born: '2024-05-05T00:00:00Z' }],
  ])('accuses a list by %j that shows %j', (query, item) => {
    const [name = ''] = Object.keys(query)
    expect(verify(query, item)).toMatchObject([
      {
        operationId: 'listPets',
        message: `The 200 response of listPets shows items that the query parameter ${name} excludes.`,
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
    [{ born_after: '2024-05-05T00:00:00Z' }, { born: '2024-05-05T00:00:00Z' }],
    [{ tame: true }, { tame: false }],
    [{ sold: true }, { soldAt: null }],
    [{ traits: ['a', 'b'] }, { traits: ['b', 'c', 'a'] }],
    [{ kinds: ['cat', 'dog'] }, { kind: 'dog' }],
  ])('is content with a list by %j that shows %j', (query, item) => {
    expect(verify(query, item)).toEqual([])
  })

  it('accuses by the member of an object that holds filters', () => {
    expect(verify({ filter: { kind: 'cat', tame: true } }, { kind: 'cat', tame: false })).toMatchObject([
      { message: 'The 200 response of listPets shows items that the query parameter tame excludes.' },
    ])
    expect(verify({ filter: { kind: 'cat' } }, { kind: 'cat', tame: false })).toEqual([])
  })

  it('accuses a search by its body', () => {
    expect(search('dog')).toMatchObject([
      { message: 'The 200 response of searchPets shows items that the property kind excludes.' },
    ])
    expect(search('cat')).toEqual([])
  })

  it.each([
    [{ kind: 'cat' }, { kind: 'cat' }],
    [{ kinds: ['cat', 'dog'] }, { kind: 'dog' }],
    [{ minWeight: 5 }, { weight: 5 }],
    [{ minWeight: 5 }, { weight: 6 }],
    [{ born_after: '2024-05-05T00:00:00Z' }, { born: '2024-06-05T00:00:00Z' }],
    [{ traits: ['a', 'b'] }, { traits: ['a', 'b'] }],
    [{ filter: { tame: false } }, { tame: false }],
  ])('accuses a list by %j that lacks %j', (query, item) => {
    expect(lacking(query, item)).toMatchObject([{ message: expect.stringContaining('omits items that') }])
  })

  it.each([
    [{ kind: 'cat' }, { kind: 'dog' }],
    [{ name: 'a*' }, { name: 'a*' }],
    [{ weight: 5 }, { weight: 5 }],
    [{ tags: ['a', 'b'] }, { tags: ['a'] }],
    [{ traits: ['a', 'b'] }, { traits: ['a'] }],
    [{ maxPrice: 5 }, { price: 5 }],
    [{ born_after: '2024-05-05T00:00:00Z' }, { born: '2024-05-05T00:00:00Z' }],
  ])('is content with a list by %j that lacks %j', (query, item) => {
    expect(lacking(query, item)).toEqual([])
  })

  it('claims nothing of what a list lacks that is cut, nor of what has changed', () => {
    const query = { kind: 'cat' }
    expect(lacking(query, query, { json: { items: [], has_more: true } })).toEqual([])
    expect(lacking(query, query, { query: { ...query, limit: 1 } })).toEqual([])
    expect(lacking(query, query, {}, { kind: 'dog' })).toEqual([])
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
