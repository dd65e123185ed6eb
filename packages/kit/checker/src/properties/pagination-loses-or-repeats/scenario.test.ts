import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { INTEGER, lists, loadPaths, makes, objectOf, reads, TEXT } from '@contract-kit/openapi/testing'
import type { Exchange } from '../../core/exchange.ts'
import {
  createdItemsListed,
  listWithDefaults,
  pagesAndWholeRead,
  pagesRead,
} from '../../scenarios/evidence.ts'
import { createFakeApi, type FakeReply, type FakeRoutes, keepItems } from '../testing/fake-api.ts'
import { describeScenarios, runScenario } from '../testing/fake-port.ts'
import { fullPageRead, previousPageRead } from './oracle.ts'

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

const byWeight: List = (items, query) =>
  byNumber(
    items.map((item) => ({ ...item, weight: 9 - Number(item['id']) })),
    query,
  )

const behindLast: List = (items, query) => {
  const start = items.findIndex(({ id }) => JSON.stringify(id) === query.get('starting_after')) + 1
  const page = items.slice(start, start + Number(query.get('limit') ?? 20))
  return { status: 200, body: { items: page, has_more: start + page.length < items.length } }
}

const alwaysFirst: List = (items, query) => ({
  status: 200,
  body: items.slice(0, Number(query.get('limit') ?? 20)),
})

const rejectingOffset: List = (items, query) =>
  query.has('offset') ? { status: 400 } : { status: 200, body: items.slice(0, Number(query.get('limit'))) }

const byLink = byCursor((items, next) => ({
  body: items,
  headers: {
    link: next === undefined ? '</notes>; rel="first"' : `</notes?limit=2&cursor=${next}&x=1>; rel="next"`,
  },
}))

const requestsOf = (exchanges: readonly Exchange[]): readonly string[] =>
  exchanges.map(({ case: { request }, response }) => `${request.method} ${request.target} ${response.status}`)

/** Requests of `/notes` with each query. */
const turn = (queries: readonly string[], last = 200): readonly string[] =>
  queries.map((query, index) => `GET /notes?${query} ${index === queries.length - 1 ? last : 200}`)

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
      'up to one that is rejected',
      ['offset', 'limit'],
      rejectingOffset,
      turn(['limit=2', 'offset=2&limit=2'], 400),
    ],
  ])('turns pages %s', async (_title, parameters, list, pages, listed) => {
    const document = await loadNotes(parameters, listed)
    const { shown } = await runScenario(document, 'paging list', createFakeApi(keepItems('/notes', { list })))
    const read = shown.flatMap((one) => pagesRead.read(one) ?? []).at(-1)
    const whole = shown.flatMap((one) => pagesAndWholeRead.read(one)?.whole ?? [])
    expect(requestsOf([...(read?.pages ?? []), ...whole])).toEqual(pages)
  })
})

const run = async (
  parameters: readonly JsonObject[],
  list: List,
  listed: Json,
  item = NOTE,
  more: FakeRoutes = {},
) => {
  const document = await loadPaths({
    '/notes': {
      ...reads(listed, { operationId: 'list', parameters: [...parameters] }),
      ...makes(objectOf({ text: TEXT }), item),
    },
    '/notes/{id}': reads(item),
  })
  return runScenario(document, 'paging list', createFakeApi({ ...keepItems('/notes', { list }), ...more }))
}

describe('paginationLosesOrRepeats', () => {
  const NUMBERED = byQuery(['page', 'size'])

  it('shows the pages read so far, then all of them with the whole list', async () => {
    const { shown } = await run(NUMBERED, byNumber, { type: 'array', items: NOTE })
    const read = shown.flatMap((one) => pagesRead.read(one) ?? [])
    expect(read.map(({ pages }) => requestsOf(pages))).toEqual([
      turn(['size=2']),
      turn(['size=2', 'page=2&size=2']),
      turn(['size=2', 'page=2&size=2', 'page=3&size=2']),
    ])
    const all = shown.flatMap((one) => pagesAndWholeRead.read(one) ?? [])
    expect(all.map(({ pages, whole }) => [pages.length, ...requestsOf([whole])])).toEqual([
      [3, ...turn(['size=20'])],
    ])
  })

  it('shows the created items beside every page and the whole list', async () => {
    const { shown, exchanges } = await run(NUMBERED, byNumber, { type: 'array', items: NOTE })
    const [listed] = shown.flatMap((one) => createdItemsListed.read(one) ?? [])
    expect(listed?.created).toEqual(exchanges.filter(({ case: { request } }) => request.method === 'POST'))
    expect(requestsOf(listed?.list ?? [])).toEqual(
      turn(['size=20', 'size=2', 'page=2&size=2', 'page=3&size=2', 'size=20']),
    )
    expect(listed).toMatchObject({ before: undefined, read: undefined })
  })

  it('shows the pages of another order by themselves', async () => {
    const sorted = { name: 'sort', in: 'query', schema: { type: 'string', enum: ['weight', '-weight'] } }
    const weighed = objectOf({ id: INTEGER, weight: INTEGER })
    const listed = { type: 'array', items: weighed }
    const { shown } = await run([...NUMBERED, sorted], byWeight, listed, weighed)
    const read = shown.flatMap((one) => pagesRead.read(one) ?? [])
    expect(read.slice(3).map(({ pages }) => requestsOf(pages).at(-1))).toEqual(
      turn(['size=2&sort=weight', 'page=2&size=2&sort=weight', 'page=3&size=2&sort=weight']),
    )
    expect(read.map(({ pages }) => pages.length)).toEqual([1, 2, 3, 1, 2, 3])
  })

  it('shows a page of the size of the whole list, where pages say whether there is more', async () => {
    const flag = { type: 'boolean', description: 'Whether there is more.' }
    const listed = objectOf({ items: { type: 'array', items: NOTE }, has_more: flag })
    const { shown } = await run(byQuery(['starting_after', 'limit']), behindLast, listed)
    const [seen] = shown.flatMap((one) => fullPageRead.read(one) ?? [])
    expect(requestsOf([seen?.page, seen?.whole].flatMap((one) => one ?? []))).toEqual(
      turn(['limit=5', 'limit=20']),
    )
  })

  it('shows the page to which the second one links back', async () => {
    const linked = byCursor((items, next) => ({
      body: items,
      headers:
        next === '4' ? { link: '</notes?limit=2>; rel="prev", </notes?cursor=4&limit=2>; rel="next"' } : {},
    }))
    const list: List = (items, query) => {
      const reply = linked(items, query)
      const isFirst = query.get('limit') === '2' && !query.has('cursor')
      return isFirst ? { ...reply, headers: { link: '</notes?cursor=2&limit=2>; rel="next"' } } : reply
    }
    const { shown } = await run(byQuery(['cursor', 'limit']), list, { type: 'array', items: NOTE })
    const [back] = shown.flatMap((one) => previousPageRead.read(one) ?? [])
    expect(requestsOf([back?.page, back?.previous].flatMap((one) => one ?? []))).toEqual([
      'GET /notes?cursor=2&limit=2 200',
      'GET /notes?limit=2 200',
    ])
  })

  it('shows the list without parameters, and with the default of each', async () => {
    const sized = [
      { name: 'page', in: 'query', schema: { ...INTEGER, default: 1 } },
      { name: 'size', in: 'query', schema: { ...INTEGER, default: 7, maximum: 20 } },
    ]
    const { shown, exchanges } = await run(sized, byNumber, { type: 'array', items: NOTE })
    const [seen] = shown.flatMap((one) => listWithDefaults.read(one) ?? [])
    expect(requestsOf([seen?.bare, seen?.full].flatMap((one) => one ?? []))).toEqual([
      'GET /notes 200',
      'GET /notes?page=1&size=7 200',
    ])
    expect(exchanges.filter(({ case: { request } }) => request.method === 'POST')).toHaveLength(8)
  })

  it.each([
    [30, 31],
    [31, 5],
  ])('for a default page of %i, creates %i items', async (usual, count) => {
    const sized = [{ name: 'size', in: 'query', schema: { ...INTEGER, default: usual, maximum: 50 } }]
    const { exchanges } = await run(sized, byNumber, { type: 'array', items: NOTE })
    expect(exchanges.filter(({ case: { request } }) => request.method === 'POST')).toHaveLength(count)
  })

  it('creates no other item after a rejected one, and goes on', async () => {
    const sized = [{ name: 'size', in: 'query', schema: { ...INTEGER, default: 20, maximum: 50 } }]
    let made = 0
    const full = { 'POST /notes': () => ({ status: (made += 1) > 6 ? 422 : 201, body: { id: made } }) }
    const { exchanges, shown } = await run(sized, byNumber, { type: 'array', items: NOTE }, NOTE, full)
    const rejected = requestsOf(exchanges).filter((line) => line === 'POST /notes 422')
    // One item, with as many bodies as are tried for it.
    expect(rejected).toHaveLength(6)
    expect(shown.flatMap((one) => listWithDefaults.read(one) ?? [])).toHaveLength(1)
  })
})

const three = Array.from({ length: 3 }, (_item, id) => ({ id }))

describeScenarios('planPaging', [
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
])
