import { describeCheck, type Draft } from '../../../test/describe-check.ts'
import { shop, steps } from '../../../test/pet-shop.ts'
import { paginationLosesOrRepeats } from './oracle.ts'

const list = (step: string, ...ids: unknown[]) =>
  steps.list(
    step,
    ids.map((id) => ({ id })),
  )
const asked = (limit: number) => ({ ...list('link', 'a', 'b'), query: { limit } })
const found = (limit: number): Draft => ({
  operation: 'searchPets',
  body: { limit },
  json: [{ id: 1 }, { id: 2 }],
})
const first = list('page-1', 'a', 'b')
const pages = [list('page-1', 'a'), list('page-2', 'c')]
const again = list('page-1', 'c', 'b')
const narrowed = { ...list('page-1', 'a'), query: { kind: 'cat' } }
const lost = { ...list('page-2', 'b'), status: 404 }

describeCheck(paginationLosesOrRepeats, shop, [
  [
    'reports a page that repeats an item',
    [first, list('page-2', 'b')],
    [
      {
        operationId: 'listPets',
        message: 'The 200 response of listPets repeats an item of an earlier page.',
      },
    ],
  ],
  ['takes a page of other items', [first, list('page-2', 'c')], 0],
  [
    'reports pages that lose what the whole list shows',
    [...pages, list('list-all', 'a', 'b', 'c')],
    'The 200 response of listPets shows an item that was on none of the pages.',
  ],
  ['takes pages that show all of the list', [...pages, list('list-all', 'a', 'c')], 0],
  [
    'reports a page with more than was asked for',
    asked(1),
    'The 200 response of listPets has more items than the requested limit.',
  ],
  ['takes a page with as many as were asked for', asked(2), 0],
  ['takes the first page of another order', [first, list('page-2', 'c'), again], 0],
  [
    'reports the pages of another order by themselves',
    [first, list('page-2', 'c'), again, list('page-2', 'c')],
    1,
  ],
  [
    'reports a way back that leads nowhere',
    [...pages, list('list-previous', 'c')],
    'The 200 response of listPets repeats items of the page that links back to it.',
  ],
  ['takes a way back', [...pages, list('list-previous', 'a')], 0],
  ['reports a search that finds more than its body asks for', found(1), 1],
  ['takes a search that finds as many', found(2), 0],
  ['claims nothing of pages that a parameter narrows', [narrowed, list('list-all', 'a', 'b')], 0],
  ['claims nothing of items without ids', [list('page-1', undefined), list('page-2', undefined)], 0],
  [
    'claims nothing of pages that were not all answered',
    [list('page-1', 'a'), lost, list('list-all', 'a', 'b')],
    0,
  ],
])
