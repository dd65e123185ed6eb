import { describeRule, describeVerify } from '../../../test/describe-property.ts'
import { type Draft, rigOf } from '../../../test/describe-check.ts'
import { jsonResponse } from '../../../test/one-operation.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { pagesAndWholeRead, pagesRead } from '../../scenarios/evidence.ts'
import { fullPageRead, paginationLosesOrRepeatsRule as rule, previousPageRead } from './oracle.ts'

const list = (...ids: unknown[]): Draft => pets.list(ids.map((id) => ({ id })))
const asked = (limit: number): Draft => ({ ...list('a', 'b'), query: { limit } })
const found = (limit: number): Draft => ({
  operation: 'searchPets',
  body: { limit },
  json: [{ id: 1 }, { id: 2 }],
})
const lost: Draft = { ...list('b'), status: 404 }

describeVerify(rule, shop, [
  [
    'reports a page with more items than requested',
    asked(1),
    'The 200 response of listPets has more items than the requested limit.',
  ],
  ['accepts a page with as many items as requested', asked(2), 0],
  ['reports a search that finds more than its body requests', found(1), 1],
  ['accepts a search that finds as many', found(2), 0],
])

describeRule(rule, pagesRead, shop, [
  [
    'reports a page that repeats an item',
    { pages: [list('a', 'b'), list('b')] },
    [
      {
        operationId: 'listPets',
        message: 'The 200 response of listPets repeats an item of an earlier page.',
      },
    ],
  ],
  ['reports a later page that repeats one', { pages: [list('a'), list('b'), list('A')] }, 1],
  ['accepts a page of other items', { pages: [list('a', 'b'), list('c')] }, 0],
  ['accepts the first page', { pages: [list('a', 'a')] }, 0],
  ['keeps silent about an earlier page', { pages: [list('a'), list('a'), list('b')] }, 0],
  ['keeps silent about a page that is an error', { pages: [list('a', 'b'), lost] }, 0],
  ['keeps silent about items without ids', { pages: [list(undefined), list(undefined)] }, 0],
])

const pages = [list('a'), list('c')]
const narrowed: Draft = { ...list('a'), query: { kind: 'cat' } }

describeRule(rule, pagesAndWholeRead, shop, [
  [
    'reports pages that lose an item of the whole list',
    { pages, whole: list('a', 'b', 'c') },
    'The 200 response of listPets shows an item that was on none of the pages.',
  ],
  ['accepts pages that show the whole list', { pages, whole: list('a', 'c') }, 0],
  ['keeps silent if a parameter narrows the pages', { pages: [narrowed], whole: list('a', 'b') }, 0],
  ['keeps silent if a page is an error', { pages: [list('a'), lost], whole: list('a', 'b') }, 0],
  ['keeps silent if the whole list is an error', { pages, whole: { ...list('b'), status: 404 } }, 0],
])

describeRule(rule, previousPageRead, shop, [
  [
    'reports a link back that leads nowhere',
    { page: list('c'), previous: list('c') },
    'The 200 response of listPets repeats items of the page that links back to it.',
  ],
  ['accepts a link to other items', { page: list('c'), previous: list('a') }, 0],
])

const told = (more: object, query = {}): Draft =>
  pets.list([], { query, json: { items: [{ id: 'a' }, { id: 'b' }], ...more } })
const first = { limit: 2 }
const more = { has_more: true }
const last = { has_more: false }
const hedged = (position: string, description: string) =>
  rigOf({
    paths: {
      '/pets/{petId}': {
        get: {
          parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: jsonResponse({}) },
        },
      },
      '/pets': {
        get: {
          operationId: 'listPets',
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer' } },
            { name: position, in: 'query', schema: { type: position === 'offset' ? 'integer' : 'string' } },
          ],
          responses: {
            200: jsonResponse({
              type: 'object',
              properties: {
                items: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
                has_more: { type: 'boolean', description },
              },
            }),
          },
        },
      },
    },
  })
const byCursor = await hedged('cursor', 'Whether there is more.')
const sure = await hedged('offset', 'Whether there is more.')
const silent = await hedged('cursor', '')
const unsure = await hedged('offset', 'Whether there may be more.')

describeVerify(rule, shop, [
  ['reports more, but no link to it', told({ ...more, links: { next: null } }, first), 1],
  ['accepts more at a link', told({ ...more, links: { next: '/pets?offset=2' } }, first), 0],
  ['accepts more without a link', told({ ...more, links: {} }, first), 0],
  ['accepts an unused cursor beside an offset', told({ ...more, next_cursor: null }, first), 0],
  ['reports more, but no cursor to it', told({ ...more, next_cursor: null }, first), 1, byCursor],
  ['reports more than the total', told({ ...more, total: 2 }, first), 1],
  ['reports more than the total behind an offset', told({ ...more, total: 4 }, { limit: 2, offset: 2 }), 1],
  ['accepts more up to the total', told({ ...more, total: 3 }, first), 0],
  ['reports a full page without more, unlike its total', told({ ...last, total: 3 }, first), 1],
  ['accepts a short page without more', told({ ...last, total: 3 }, { limit: 3 }), 0],
  [
    'keeps silent about a total that may count everything',
    told({ ...last, total: 3 }, { limit: 2, kind: 'cat' }),
    0,
  ],
  ['reports more than the total of another list', told({ ...more, total: 2 }, first), 1, sure],
  ['keeps silent if there only may be more', told({ ...more, total: 2 }, first), 0, unsure],
])

describeRule(rule, fullPageRead, byCursor, [
  [
    'reports a page with all items that says that there is more',
    { page: told(more, first), whole: told(last) },
    'The 200 response of listPets has all items, but says that there is more.',
  ],
  [
    'keeps silent where the document does not describe it',
    { page: told(more, first), whole: told(last) },
    0,
    silent,
  ],
  ['accepts it if the list has grown', { page: told(more, first), whole: list('a', 'b', 'c') }, 0],
  ['accepts a cursor behind the last item', { page: told({ next_cursor: 'c' }, first), whole: told({}) }, 0],
])
