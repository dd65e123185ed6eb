import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { INTEGER, lists, loadPaths, makes, objectOf, reads, TEXT } from '@contract-kit/openapi/testing'
import { createFakeApi, type FakeReply, keepItems } from '../testing/fake-api.ts'
import { describeScenarios, runScenario } from '../testing/fake-port.ts'

const NOTE = objectOf({ id: INTEGER, text: TEXT })

const byQuery = (names: readonly string[]) =>
  names.map((name) => ({
    name,
    in: 'query',
    schema: /cursor|after/.test(name)
      ? TEXT
      : { ...INTEGER, ...(/size|limit/.test(name) ? { maximum: 20 } : {}) },
  }))

const loadNotes = (parameters: readonly string[], listed: Json = { type: 'array', items: NOTE }) =>
  loadPaths({
    '/notes': {
      ...reads(listed, { operationId: 'list', parameters: byQuery(parameters) }),
      ...makes(objectOf({ text: TEXT }), NOTE),
    },
    '/notes/{id}': reads(NOTE),
  })

const ENVELOPE = objectOf({ items: { type: 'array', items: NOTE }, next_cursor: TEXT })

type List = (items: readonly JsonObject[], query: URLSearchParams) => FakeReply

const byCursor =
  (
    tell: (items: Json[], next: string | undefined) => Pick<FakeReply, 'body' | 'headers'>,
    cursor = 'cursor',
  ): List =>
  (items, query) => {
    const limit = Number(query.get('limit') ?? 20)
    const start = Number(query.get(cursor) ?? 0)
    const next = start + limit < items.length ? String(start + limit) : undefined
    return { status: 200, ...tell(items.slice(start, start + limit), next) }
  }

const byNumber: List = (items, query) => {
  const size = Number(query.get('size') ?? 20)
  const start = (Number(query.get('page') ?? 1) - 1) * size
  return { status: 200, body: items.slice(start, start + size) }
}

const behindLast: List = (items, query) => {
  const start = items.findIndex(({ id }) => JSON.stringify(id) === query.get('starting_after')) + 1
  const page = items.slice(start, start + Number(query.get('limit') ?? 20))
  return { status: 200, body: { items: page, has_more: start + page.length < items.length } }
}

const alwaysFirst: List = (items, query) => ({
  status: 200,
  body: items.slice(0, Number(query.get('limit') ?? 20)),
})

const refusingOffset: List = (items, query) =>
  query.has('offset') ? { status: 400 } : { status: 200, body: items.slice(0, Number(query.get('limit'))) }

const byLink = byCursor((items, next) => ({
  body: items,
  headers: {
    link: next === undefined ? '</notes>; rel="first"' : `</notes?limit=2&cursor=${next}&x=1>; rel="next"`,
  },
}))

/** Requests of pages by one of `/notes` with each query. */
const turn = (queries: readonly string[], last = 200): readonly string[] =>
  queries.map((query, index) => {
    const step =
      query.startsWith('size=20') || /^limit=(?:20|100)$/.test(query) ? 'list-all' : `page-${index + 1}`
    return `${step} GET /notes?${query} ${index === queries.length - 1 ? last : 200}`
  })

describe('planPaging', () => {
  it.each<[string, readonly string[], List, readonly string[], Json?]>([
    [
      'by number and size',
      ['page', 'size'],
      byNumber,
      turn(['size=2', 'page=2&size=2', 'page=3&size=2', 'size=20']),
    ],
    [
      'by the cursor that a page gives',
      ['cursor', 'limit'],
      byCursor((items, next) => ({ body: { items, next_cursor: next ?? null } })),
      turn(['limit=2', 'cursor=2&limit=2', 'cursor=4&limit=2', 'limit=20']),
      ENVELOPE,
    ],
    [
      'by the Link header that a page gives',
      ['cursor', 'limit'],
      byLink,
      turn(['limit=2', 'limit=2&cursor=2&x=1', 'limit=2&cursor=4&x=1', 'limit=20']),
    ],
    [
      'behind the last id where there is more',
      ['starting_after', 'limit'],
      behindLast,
      turn(['limit=2', 'starting_after=2&limit=2', 'starting_after=4&limit=2', 'limit=20']),
      ENVELOPE,
    ],
    [
      'up to one that shows nothing new',
      ['offset', 'limit'],
      alwaysFirst,
      turn(['limit=2', 'offset=2&limit=2', 'limit=20']),
    ],
    [
      'up to one that is refused',
      ['offset', 'limit'],
      refusingOffset,
      turn(['limit=2', 'offset=2&limit=2'], 400),
    ],
  ])('turns pages %s', async (_title, parameters, list, pages, listed) => {
    const document = await loadNotes(parameters, listed)
    const { log } = await runScenario(document, 'paging list', createFakeApi(keepItems('/notes', { list })))
    expect(log.filter((line) => /^(?:page-|list-all)/.test(line))).toEqual(pages)
  })
})

const ROW = objectOf({ code: TEXT })
const countries = {
  '/countries': reads(objectOf({ results: { type: 'array', items: ROW } }), { operationId: 'list' }),
  '/countries/{code}': reads(ROW, { operationId: 'get' }),
}
const three = Array.from({ length: 3 }, (_item, id) => ({ id }))
const sort = { type: 'string', enum: ['price', '-price', 'best'] }
const book = objectOf({ id: INTEGER, price: INTEGER })
const anything = { type: 'object' }

describeScenarios('planLists', [
  [
    'turns the pages of a list that nothing adds to',
    { '/notes': lists(NOTE, { operationId: 'list', parameters: byQuery(['offset', 'limit']) }) },
    'paging list',
    {
      'GET /notes': ({ query }) => {
        const start = Number(query.get('offset') ?? 0)
        return { status: 200, body: three.slice(start, start + Number(query.get('limit') ?? 20)) }
      },
    },
    ['…', ...turn(['limit=2', 'offset=2&limit=2', 'limit=20'])],
  ],
  [
    'reads what a list shows by its key',
    countries,
    'read-listed /countries/{}',
    {
      'GET /countries': () => ({ status: 200, body: { results: [{ code: 'cl' }, { code: 'pe' }] } }),
      'GET /countries/{code}': ({ path }) => ({ status: 200, body: { code: path['code'] ?? '' } }),
    },
    ['list-all GET /countries 200', 'read-listed GET /countries/cl 200', 'read-listed GET /countries/pe 200'],
  ],
  [
    'makes items and asks for each order that has an opposite',
    {
      '/books': {
        ...lists(book, { operationId: 'list', parameters: [{ name: 'sort', in: 'query', schema: sort }] }),
        ...makes(anything, book),
      },
    },
    'order list sort',
    keepItems('/books'),
    ['…', 'create POST /books 201', 'filter GET /books?sort=price 200', 'filter GET /books?sort=-price 200'],
  ],
])

describe('planReadListed', () => {
  it('says why where the list is empty', async () => {
    const api = createFakeApi({ 'GET /countries': () => ({ status: 200, body: { results: [] } }) })
    const { skipped } = await runScenario(await loadPaths(countries), 'read-listed /countries/{}', api)
    expect(skipped).toEqual([
      'get: a listed country can be read: not tried because of list, its response shows no item with an id',
    ])
  })
})
