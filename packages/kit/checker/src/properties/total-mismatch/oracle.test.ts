import { describeRule, describeVerify } from '../../../test/describe-property.ts'
import { type Draft, type Rig, rigOf } from '../../../test/describe-check.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { createdItemsListed, listFiltered, pagesAndWholeRead, pagesRead } from '../../scenarios/evidence.ts'
import { deletedItemListed } from '../life-cycle/oracle.ts'
import { totalMismatchRule as rule } from './oracle.ts'

const list = (ids: readonly string[], told: object, query = {}): Draft =>
  pets.list([], { query, json: { items: ids.map((id) => ({ id })), ...told } })

describeVerify(rule, shop, [
  [
    'reports a total that is less than the number of items',
    list(['a', 'b'], { total: 1 }),
    'The 200 response of listPets has a total that differs from the number of items.',
  ],
  ['reports a total in an envelope', list(['a', 'b'], { meta: { total_count: 1 } }), 1],
  ['accepts a total that is more', list(['a', 'b'], { total: 7 }), 0],
  ['knows that the size of a page is no total', list(['a', 'b'], { page: { size: 1 } }), 0],
])

const counting = (first: number, second: number) => ({
  pages: [list(['a', 'b'], { total: first }), list(['c'], { total: second })],
})

describeRule(rule, pagesRead, shop, [
  ['reports a total that counts the page', counting(2, 1), 1],
  ['reports a total that counts the page before', counting(2, 2), 1],
  ['accepts a total that grows with the list', counting(2, 3), 0],
])

const walked = (told: object, whole = list(['a', 'b'], { total: 3 })) => ({
  pages: [list(['a'], { total: 3, has_more: true }), list(['b'], told)],
  whole,
})

describeRule(rule, pagesAndWholeRead, shop, [
  ['reports a total that exceeds the items of all pages', walked({ total: 3, has_more: false }), 1],
  ['accepts a total that is right on the last page', walked({ total: 2, has_more: false }), 0],
  ['keeps silent if a short page need not be the last', walked({ total: 3 }), 0],
  [
    'accepts a total that the whole list has',
    walked({ total: 3, has_more: false }, list(['a', 'b', 'c'], {})),
    0,
  ],
])

const both = { total: 2, has_more: false }

describeRule(rule, listFiltered, shop, [
  [
    'keeps silent about a total beside a filter that may count everything',
    { whole: list(['a', 'b'], both), filtered: list(['a'], both, { kind: 'cat' }) },
    0,
  ],
])

/** The list before and after the deletion of `b`, with the totals that it has. */
const shrunk = (before: number, after: number, more: object = { has_more: false }) => ({
  created: pets.create(),
  before: [list(['a', 'b'], { total: before, ...more })],
  removed: pets.remove(),
  read: undefined,
  list: [list(['a'], { total: after, ...more })],
})

describeRule(rule, deletedItemListed, shop, [
  ['reports a total that counts a deleted item', shrunk(2, 2), 1],
  ['accepts a total that shrinks with the list', shrunk(2, 1), 0],
  ['keeps silent about a total that counted something else before', shrunk(3, 2), 0],
  ['keeps silent if a page need not be the last', shrunk(2, 2, {}), 0],
  ['keeps silent if the list was not read before', { ...shrunk(2, 2), before: undefined }, 0],
])

const header = (description: string) => ({ 'X-Total-Count': { description, schema: { type: 'integer' } } })
const things = (description: string, listed: object = { type: 'array', items: {} }): Promise<Rig> =>
  rigOf({
    paths: {
      '/things': {
        get: {
          operationId: 'list',
          parameters: [{ name: 'kind', in: 'query', schema: { type: 'string' } }],
          responses: { 200: { ...jsonResponse(listed), headers: header(description) } },
        },
        post: { operationId: 'make', requestBody: jsonBody({}), responses: { 201: jsonResponse({}) } },
      },
      '/things/{id}': {
        get: {
          operationId: 'get',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: jsonResponse({}) },
        },
      },
    },
  })

const shown = (ids: readonly string[], total: number, query = {}): Draft => ({
  operation: 'list',
  query,
  json: ids.map((id) => ({ id })),
  headers: { 'content-type': 'application/json', 'x-total-count': String(total) },
})
const countingAll = await things('How many there are.')
const filtered = { whole: shown(['a', 'b'], 2), filtered: shown(['a'], 2, { kind: 'x' }) }

describeRule(rule, listFiltered, countingAll, [
  [
    'reports a header that ignores the filter if it counts the matches',
    filtered,
    1,
    await things('How many there are on all pages.'),
  ],
  ['accepts it if it may count everything', filtered, 0],
])

const describedTotal = (description: string): Promise<Rig> =>
  things('', {
    type: 'object',
    properties: {
      items: { type: 'array', items: {} },
      meta: { type: 'object', properties: { totalSize: { type: 'integer', description } } },
    },
  })
const inBody = (ids: readonly string[], totalSize: number, query = {}, more = {}): Draft => ({
  operation: 'list',
  query,
  json: { items: ids.map((id) => ({ id, ...more })), meta: { totalSize } },
})
const narrowed = { whole: inBody(['a', 'b'], 2), filtered: inBody(['a'], 2, { kind: 'x' }) }

describeRule(rule, listFiltered, await describedTotal('The number of results on all pages.'), [
  ['reports a total in the body that counts the matches, but ignores the filter', narrowed, 1],
  ['accepts it without a description', narrowed, 0, await describedTotal('')],
  ['accepts one before the filter', narrowed, 0, await describedTotal('Before filtering, on all pages.')],
  ['accepts a number of bytes', narrowed, 0, await describedTotal('Bytes on all pages.')],
  [
    'keeps silent about the total size of items with a size',
    { ...narrowed, filtered: inBody(['a'], 2, { kind: 'x' }, { fileSize: 2 }) },
    0,
  ],
])

const grown = (...ids: string[]) => ({
  before: [shown(['a'], 2)],
  created: [{ operation: 'make', status: 201, json: {} }],
  read: undefined,
  list: [shown(ids, 3)],
})

describeRule(rule, createdItemsListed, countingAll, [
  ['reports a header that exceeds the length of a list that grows', grown('a', 'b'), 1],
  ['accepts it if the list does not grow', grown('a'), 0],
  ['keeps silent if the list was not read before', { ...grown('a', 'b'), before: undefined }, 0],
  ['accepts an estimate', grown('a', 'b'), 0, await things('An estimate, approximate.')],
])
