import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import { describeCheck, type Draft, type Row } from '../../../test/describe-check.ts'
import { jsonResponse, oneOperation } from '../../../test/one-operation.ts'
import { shop, steps } from '../../../test/pet-shop.ts'
import type { Json } from '@contract-kit/json-schema/json'
import { filterNotApplied, isNarrowed } from './oracle.ts'

type Query = Record<string, Json>

const shows = (query: Query, ...items: object[]) => steps.list('filter', items, { query })
const text = (value: unknown) => JSON.stringify(value)
const excludes = (name: string) =>
  `The 200 response of listPets shows items that the query parameter ${name} excludes.`

const wrong = (query: Query, item: object, name = Object.keys(query).join()): Row => [
  `reports a list by ${text(query)} that shows ${text(item)}`,
  shows(query, item),
  [
    {
      operationId: 'listPets',
      message: excludes(name),
      pointer: expect.stringContaining('/parameters/') as string,
    },
  ],
]
const right = (query: Query, item: object): Row => [
  `takes a list by ${text(query)} that shows ${text(item)}`,
  shows(query, item),
  0,
]
/** A list that a filter leaves empty, between two lists that show an item. */
const empty = (query: Query, item: object, more: Draft = {}, afterwards = item): Draft[] => [
  steps.list('list-page', [{ id: 'a', ...item }]),
  steps.list('filter', [], { query, ...more }),
  steps.list('list-again', [{ id: 'a', ...afterwards }]),
]
const lacks = (query: Query, item: object): Row => [
  `reports a list by ${text(query)} that lacks ${text(item)}`,
  empty(query, item),
  [{ message: expect.stringContaining('omits items that') as string }],
]
const mayLack = (query: Query, item: object): Row => [
  `takes a list by ${text(query)} that lacks ${text(item)}`,
  empty(query, item),
  0,
]
const search = (kind: string): Draft => ({
  operation: 'searchPets',
  body: { kind: 'cat', limit: 5 },
  json: [{ id: 1, kind }],
})
const byOwner = (name: string, item: object) =>
  steps.list('filter', [item], {
    query: { [name]: '17' },
    boundTo: { [`query.${name}`]: 'createOwner $response.body#/id' },
  })
const since = { born_after: '2024-05-05T00:00:00Z' }
const cats = { kind: 'cat' }

describeCheck(filterNotApplied, shop, [
  wrong(cats, { kind: 'dog' }),
  wrong(cats, { kind: null }),
  wrong({ name: 'Rex' }, { name: 'Ada' }),
  wrong({ tags: ['a', 'b'] }, { tags: ['c'] }),
  wrong({ sold: true }, { sold: false }),
  wrong({ tag: 'a' }, { tags: ['b'] }),
  wrong(since, { bornAt: '2024-05-04T23:00:00Z' }),
  wrong({ maxPrice: 5 }, { price: 6 }),
  wrong({ born: { from: '2024-05-05' } }, { born_on: '2024-05-01' }),
  wrong({ sold: true }, { isSold: false }),
  wrong({ kinds: ['cat'] }, { kind: 'dog' }),
  wrong({ traits: ['a', 'b'] }, { traits: ['b', 'c'] }),
  wrong({ born_before: '2024-05-05T02:00:00+02:00' }, { born: '2024-05-05T00:00:00Z' }),
  wrong({ filter: { kind: 'cat', tame: true } }, { kind: 'cat', tame: false }, 'tame'),
  right({ filter: cats }, { kind: 'cat', tame: false }),
  right(cats, { kind: 'CAT' }),
  right(cats, { name: 'no kind shown' }),
  right({ kind: 'all' }, { kind: 'dog' }),
  right({ name: 're' }, { name: 'Andrea' }),
  right({ tags: ['a', 'b'] }, { tags: ['b', 'c'] }),
  right({ weight: 5 }, { weight: 9 }),
  right({ limit: 5, offset: 0 }, { limit: 9, offset: 3 }),
  right({ unknown: 'x' }, { unknown: 'y' }),
  right({ tag: 'a' }, { tags: ['b', 'a'] }),
  right(since, { bornAt: '2024-05-05T00:00:00Z' }),
  right(since, { bornAt: null }),
  right({ maxPrice: 5 }, { price: 5 }),
  right({ born: { from: '2024-05-05' } }, { born_on: '2024-05-04' }),
  right(since, { died: '2020-05-05T00:00:00Z' }),
  right(since, { born: '2024-05-05T00:00:00Z' }),
  right({ tame: true }, { tame: false }),
  right({ sold: true }, { soldAt: null }),
  right({ traits: ['a', 'b'] }, { traits: ['b', 'c', 'a'] }),
  right({ kinds: ['cat', 'dog'] }, { kind: 'dog' }),
  [
    'reports a search by its body',
    search('dog'),
    'The 200 response of searchPets shows items that the property kind excludes.',
  ],
  ['takes a search that shows what it asks for', search('cat'), 0],
  lacks(cats, { kind: 'cat' }),
  lacks({ kinds: ['cat', 'dog'] }, { kind: 'dog' }),
  lacks({ minWeight: 5 }, { weight: 5 }),
  lacks({ minWeight: 5 }, { weight: 6 }),
  lacks(since, { born: '2024-06-05T00:00:00Z' }),
  lacks({ traits: ['a', 'b'] }, { traits: ['a', 'b'] }),
  lacks({ filter: { tame: false } }, { tame: false }),
  mayLack(cats, { kind: 'dog' }),
  mayLack({ name: 'a*' }, { name: 'a*' }),
  mayLack({ weight: 5 }, { weight: 5 }),
  mayLack({ tags: ['a', 'b'] }, { tags: ['a'] }),
  mayLack({ traits: ['a', 'b'] }, { traits: ['a'] }),
  mayLack({ maxPrice: 5 }, { price: 5 }),
  mayLack(since, { born: '2024-05-05T00:00:00Z' }),
  ['claims nothing of a list that is cut', empty(cats, cats, { json: { items: [], has_more: true } }), 0],
  ['claims nothing of a page', empty(cats, cats, { query: { ...cats, limit: 1 } }), 0],
  ['claims nothing of what has changed', empty(cats, cats, {}, { kind: 'dog' }), 0],
  ['claims nothing of the id of another thing', byOwner('name', { name: 'Rex' }), 0],
  ['reports another id than that of the owner', byOwner('ownerId', { ownerId: '18' }), 1],
  ['claims nothing after an invalid request', shows({ kind: 'cow' }, { kind: 'dog' }), 0],
  ['takes an empty list', shows(cats), 0],
])

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
