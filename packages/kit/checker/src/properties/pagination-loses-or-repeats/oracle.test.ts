import { describeRule, describeVerify } from '../../../test/describe-property.ts'
import type { Draft } from '../../../test/describe-check.ts'
import { pets, shop } from '../../../test/pet-shop.ts'
import { pagesAndWholeRead, pagesRead } from '../../scenarios/evidence.ts'
import { paginationLosesOrRepeatsRule as rule, previousPageRead } from './oracle.ts'

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
