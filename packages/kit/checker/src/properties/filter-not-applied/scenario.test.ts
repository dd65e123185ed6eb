import { describe, expect, it } from 'vitest'
import { answers, INTEGER, lists, loadPaths, makes, objectOf, TEXT } from '@contract-kit/openapi/testing'
import type { Exchange } from '../../core/exchange.ts'
import { listFiltered } from '../../scenarios/evidence.ts'
import { createFakeApi, createPetStore, keepItems, loadPetStore } from '../testing/fake-api.ts'
import { describeScenarios, runScenario, scenarioIds } from '../testing/fake-port.ts'
import { filterUsed, listFilteredBetween } from './oracle.ts'

const TAGS = { type: 'array', items: TEXT }
const book = objectOf({ id: INTEGER, tags: TAGS })
const tag = { name: 'tag', in: 'query', schema: TAGS }

describeScenarios('planFilters', [
  [
    'knows a filter by a property that holds several values',
    {
      '/books': {
        ...lists(book, { operationId: 'list', parameters: [tag] }),
        ...makes({ type: 'object' }, book),
      },
    },
    'filter list',
    keepItems('/books', { list: () => ({ status: 200, body: [{ id: 1, tags: ['a', 'b'] }] }) }),
    ['…', 'GET /books 200', 'GET /books?tag=a 200', 'GET /books?tag=b 200', 'GET /books 200'],
  ],
])

const stated = objectOf({ id: INTEGER, state: { enum: ['open', 'closed'] } })
const byState = lists(stated, {
  operationId: 'list',
  parameters: [{ name: 'state', in: 'query', schema: { enum: ['open', 'closed'] } }],
})
const FILTERED = ['', '?state=open', '?state=closed', ''].map((query) => `GET /books${query} 200`)

describeScenarios('planFilters', [
  [
    'brings an item into another state by the first action that succeeds',
    {
      '/books': { ...byState, ...makes({ type: 'object' }, stated) },
      '/books/{bookId}/send': makes({ type: 'object' }, stated),
      '/books/{bookId}/close': makes({ type: 'object' }, stated),
      '/books/{bookId}/open': makes({ type: 'object' }, stated),
    },
    'filter list',
    {
      ...keepItems('/books'),
      'POST /books/{bookId}/send': () => ({ status: 409 }),
      'POST /books/{bookId}/close': () => ({ status: 200, body: { id: 4, state: 'closed' } }),
    },
    [
      ...Array.from({ length: 4 }, () => 'POST /books 201'),
      'POST /books/4/send 409',
      'POST /books/4/close 200',
      ...FILTERED,
    ],
  ],
  [
    'sends no action where a client writes the state',
    {
      '/books': { ...byState, ...makes(stated, stated) },
      '/books/{bookId}/close': makes({ type: 'object' }, stated),
    },
    'filter list',
    keepItems('/books'),
    [...Array.from({ length: 3 }, () => 'POST /books 201'), ...FILTERED],
  ],
])

const priced = objectOf({ id: INTEGER, price: INTEGER })
const sort = { type: 'string', enum: ['price', '-price', 'best'] }

describeScenarios('planOrders', [
  [
    'creates items and requests each order that has an opposite',
    {
      '/books': {
        ...lists(priced, { operationId: 'list', parameters: [{ name: 'sort', in: 'query', schema: sort }] }),
        ...makes({ type: 'object' }, priced),
      },
    },
    'order list sort',
    keepItems('/books'),
    ['…', 'GET /books?sort=price 200', 'GET /books?sort=-price 200'],
  ],
])

const targetsOf = (exchanges: readonly Exchange[]): readonly string[] =>
  exchanges.map(({ case: { request } }) => request.target)

describe('planFilters', () => {
  it('shows each page of a filtered list beside the whole one, then all of them between two reads of it', async () => {
    const { shown } = await runScenario(await loadPetStore(), 'filter listPets', createPetStore())
    const seen = shown.flatMap((one) => listFiltered.read(one) ?? [])
    const [between] = shown.flatMap((one) => listFilteredBetween.read(one) ?? [])
    expect(targetsOf(seen.map(({ filtered }) => filtered))).toEqual([
      ...['dog', 'cat', 'fish'].map((kind) => `/pets?limit=50&kind=${kind}`),
      '/pets?limit=1&kind=dog',
      '/pets?limit=1&offset=1&kind=dog',
      '/pets?limit=1&offset=2&kind=dog',
    ])
    expect(new Set(targetsOf(seen.map(({ whole }) => whole)))).toEqual(new Set(['/pets?limit=50']))
    expect(shown.flatMap((one) => filterUsed.read(one)?.list ?? [])).toEqual(between?.earlier)
    expect(between?.earlier).toEqual(seen.map(({ filtered }) => filtered))
    expect(between?.whole).toBe(seen[0]?.whole)
    expect(targetsOf([between?.again].flatMap((one) => one ?? []))).toEqual(['/pets?limit=50'])
  })

  it('for any seed, gives the second item another value', async () => {
    const document = await loadPetStore()
    for (let seed = 1; seed <= 10; seed += 1) {
      const { exchanges } = await runScenario(document, 'filter listPets', createPetStore(), seed)
      const [first, second] = exchanges.map(({ response }) => Object(response.json)['kind'] as unknown)
      expect(second).not.toBe(first)
    }
  })

  it('for any seed, gives the first two items values that tell them apart', async () => {
    const tagged = objectOf({ id: INTEGER, tag: TEXT })
    const document = await loadPaths({
      '/books': {
        ...lists(tagged, { operationId: 'list', parameters: [{ ...tag, schema: TEXT }] }),
        ...makes(objectOf({ tag: { enum: ['', 'a', 'b'] } }), tagged),
      },
    })
    for (let seed = 1; seed <= 10; seed += 1) {
      const { exchanges } = await runScenario(
        document,
        'filter list',
        createFakeApi(keepItems('/books')),
        seed,
      )
      const tags = exchanges.slice(0, 2).map(({ response }) => Object(response.json)['tag'] as unknown)
      expect(new Set(tags)).toEqual(new Set(['a', 'b']))
    }
  })

  it('for any seed, gives the third item a value of the first one, also beside a property of the server', async () => {
    const listed = objectOf({ id: INTEGER, status: TEXT, kind: TEXT })
    const parameters = ['status', 'kind'].map((name) => ({ name, in: 'query', schema: { enum: ['a', 'b'] } }))
    const document = await loadPaths({
      '/books': {
        ...lists(listed, { operationId: 'list', parameters }),
        ...makes(objectOf({ kind: { enum: ['a', 'b'] } }, 'kind'), listed),
      },
    })
    for (let seed = 1; seed <= 10; seed += 1) {
      const api = createFakeApi(keepItems('/books'))
      const { exchanges } = await runScenario(document, 'filter list', api, seed)
      const [first, , third] = exchanges.map(({ response }) => Object(response.json)['kind'] as unknown)
      expect(third).toBe(first)
    }
  })

  it('leaves parameters alone that no property is named for', async () => {
    const ids = scenarioIds(await loadPetStore())
    expect(ids.filter((id) => id.startsWith('filter'))).toEqual(['filter listPets'])
  })
})

describe('planSearches', () => {
  it('searches for each value that items have', async () => {
    const kind = { enum: ['a', 'b'] }
    const found = objectOf({ id: INTEGER, kind })
    const document = await loadPaths({
      '/books': lists(found),
      '/books/search': makes(objectOf({ kind, text: TEXT, limit: INTEGER }), found, {
        operationId: 'find',
        responses: answers('200', { type: 'array', items: found }),
      }),
    })
    const api = createFakeApi({ 'POST /books/search': () => ({ status: 200, body: [{ id: 1, kind: 'b' }] }) })
    const { exchanges, shown } = await runScenario(document, 'filter find', api)
    const [whole, ...filtered] = exchanges
    expect(shown.map((one) => listFiltered.read(one))).toEqual(
      filtered.map((each) => ({ whole, filtered: each })),
    )
    expect(exchanges.map(({ case: { values } }) => values?.body?.value)).toEqual([
      {},
      { kind: 'b' },
      { kind: 'a' },
      { limit: 1 },
    ])
  })
})
