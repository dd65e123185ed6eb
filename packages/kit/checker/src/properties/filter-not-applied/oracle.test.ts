import { expect } from 'vitest'
import { describeRule, describeVerify, type EvidenceRow } from '../../../test/describe-property.ts'
import type { Draft, Row } from '../../../test/describe-check.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import type { Json } from '@contract-kit/json-schema/json'
import { filterNotAppliedRule as rule, filterUsed, listFilteredBetween } from './oracle.ts'

type Query = Record<string, Json>

const shows = (query: Query, ...items: object[]) => pets.list(items, { query })
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
  `accepts a list by ${text(query)} that shows ${text(item)}`,
  shows(query, item),
  0,
]
const search = (kind: string): Draft => ({
  operation: 'searchPets',
  body: { kind: 'cat', limit: 5 },
  json: [{ id: 1, kind }],
})
const byOwner = (name: string, item: object) =>
  pets.list([item], {
    query: { [name]: '17' },
    boundTo: { [`query.${name}`]: 'createOwner $response.body#/id' },
  })
const since = { born_after: '2024-05-05T00:00:00Z' }
const cats = { kind: 'cat' }

describeVerify(rule, shop, [
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
  wrong({ away: false }, { away: true }),
  wrong({ kinds: ['cat'] }, { kind: 'dog' }),
  wrong({ traits: ['a', 'b'] }, { traits: ['b', 'c'] }),
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
  right({ sold: false }, { sold: true }),
  right({ away: false }, { away: null }),
  right({ sold: true }, { soldAt: null }),
  right({ traits: ['a', 'b'] }, { traits: ['b', 'c', 'a'] }),
  right({ kinds: ['cat', 'dog'] }, { kind: 'dog' }),
  [
    'reports a search by its body',
    search('dog'),
    'The 200 response of searchPets shows items that the property kind excludes.',
  ],
  ['accepts a search that shows what it requests', search('cat'), 0],
  ['keeps silent about the id of another thing', byOwner('name', { name: 'Rex' }), 0],
  ['reports another id than that of the owner', byOwner('ownerId', { ownerId: '18' }), 1],
  ['keeps silent after an invalid request', shows({ kind: 'cow' }, { kind: 'dog' }), 0],
  ['accepts an empty list', shows(cats), 0],
])

const ended = (born: string, query: Query = { born_before: '2024-05-05T02:00:00+02:00' }) => ({
  list: shows(query, { born }),
})

describeRule(rule, filterUsed, shop, [
  [
    'reports an item at the very end of a range that excludes its end',
    ended('2024-05-05T00:00:00Z'),
    excludes('born_before'),
  ],
  ['accepts an item before the end', ended('2024-05-04T23:59:59Z'), 0],
  ['accepts an item at the end of a range that may include it', ended('2024-05-05T00:00:00Z', since), 0],
])

/** A list that a filter leaves empty, between two lists that show an item. */
const empty = (query: Query, item: object, more: Draft = {}, afterwards = item) => ({
  whole: pets.list([{ id: 'a', ...item }]),
  earlier: [pets.list([], { query, ...more })],
  again: pets.list([{ id: 'a', ...afterwards }]),
})
type Omission = EvidenceRow<Parameters<typeof listFilteredBetween.of>[0]>
const lacks = (query: Query, item: object): Omission => [
  `reports a list by ${text(query)} that lacks ${text(item)}`,
  empty(query, item),
  [{ message: expect.stringContaining('omits items that') as string }],
]
const mayLack = (query: Query, item: object): Omission => [
  `accepts a list by ${text(query)} that lacks ${text(item)}`,
  empty(query, item),
  0,
]
const tame = { kind: 'cat', tame: true }
const together = { filter: tame }

describeRule(rule, listFilteredBetween, shop, [
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
  ['keeps silent about a list that is cut', empty(cats, cats, { json: { items: [], has_more: true } }), 0],
  ['keeps silent about a page', empty(cats, cats, { query: { ...cats, limit: 1 } }), 0],
  ['keeps silent about an item that has changed', empty(cats, cats, {}, { kind: 'dog' }), 0],
  ['reports one of several filters together', empty(together, tame), 1],
  [
    'keeps silent about several together if one does not work by itself',
    {
      ...empty(together, tame),
      earlier: [pets.list([], { query: together }), shows({ sold: true }, { sold: false })],
    },
    0,
  ],
])
