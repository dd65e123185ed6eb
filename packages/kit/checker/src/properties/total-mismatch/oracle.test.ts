import { describeCheck, type Draft, type Rig, rigOf } from '../../../test/describe-check.ts'
import { jsonBody, jsonResponse } from '../../../test/one-operation.ts'
import { shop, steps } from '../../../test/pet-shop.ts'
import { totalMismatch } from './oracle.ts'

const list = (step: string, ids: readonly string[], told: object, query = {}): Draft => ({
  ...steps.list(step, [], { query }),
  json: { items: ids.map((id) => ({ id })), ...told },
})
const counting = (first: number, second: number) => [
  list('page-1', ['a', 'b'], { total: first }),
  list('page-2', ['c'], { total: second }),
]
const walked = (told: object, all = list('list-all', ['a', 'b'], { total: 3 })) => [
  list('page-1', ['a'], { total: 3, has_more: true }),
  list('page-2', ['b'], told),
  all,
]
const whole = { total: 2, has_more: false }

describeCheck(totalMismatch, shop, [
  [
    'reports a total that is less than what is shown',
    list('link', ['a', 'b'], { total: 1 }),
    'The 200 response of listPets has a total that differs from the number of items.',
  ],
  ['reports one in an envelope', list('link', ['a', 'b'], { meta: { total_count: 1 } }), 1],
  ['takes a total that is more than what is shown', list('link', ['a', 'b'], { total: 7 }), 0],
  ['takes the size of a page for no total', list('link', ['a', 'b'], { page: { size: 1 } }), 0],
  ['reports a total that counts the page', counting(2, 1), 1],
  ['takes a total that grows with the list', counting(2, 3), 0],
  ['reports a total that is more than all pages have', walked({ total: 3, has_more: false }), 1],
  ['takes a total that is told again on the last page', walked({ total: 2, has_more: false }), 0],
  ['takes a short page for one that need not be the last', walked({ total: 3 }), 0],
  [
    'takes a total that the whole list has',
    walked({ total: 3, has_more: false }, list('list-all', ['a', 'b', 'c'], {})),
    0,
  ],
  [
    'claims nothing of a total beside a filter that may count everything',
    [list('list-page', ['a', 'b'], whole), list('filter', ['a'], whole, { kind: 'cat' })],
    0,
  ],
])

const header = (description: string) => ({ 'X-Total-Count': { description, schema: { type: 'integer' } } })
const things = (description: string): Promise<Rig> =>
  rigOf({
    paths: {
      '/things': {
        get: {
          operationId: 'list',
          parameters: [{ name: 'kind', in: 'query', schema: { type: 'string' } }],
          responses: { 200: { ...jsonResponse({ type: 'array', items: {} }), headers: header(description) } },
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

const shown = (step: string, ids: readonly string[], total: number, query = {}): Draft => ({
  operation: 'list',
  step,
  query,
  json: ids.map((id) => ({ id })),
  headers: { 'content-type': 'application/json', 'x-total-count': String(total) },
})
const filtered = [shown('list-page', ['a', 'b'], 2), shown('filter', ['a'], 2, { kind: 'x' })]
const grown = (...ids: string[]) => [shown('list-before', ['a'], 2), shown('list-after-create', ids, 3)]

describeCheck(totalMismatch, await things('How many there are.'), [
  [
    'reports a header that overlooks the filter, where it counts what matches',
    filtered,
    1,
    await things('How many there are on all pages.'),
  ],
  ['takes it where it may count everything', filtered, 0],
  ['reports a header that is more than a list has that grows', grown('a', 'b'), 1],
  ['takes it where the list does not grow', grown('a'), 0],
  ['takes an estimate', grown('a', 'b'), 0, await things('An estimate, approximate.')],
])
