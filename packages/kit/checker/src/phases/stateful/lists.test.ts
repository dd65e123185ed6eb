import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../json-schema/base/json.ts'
import type { ApiDocument } from '../../openapi/api-document.ts'
import { answers, jsonContent, loadPaths } from '../../resources/testing/load-paths.ts'
import { createFakeApi, createPetStore, type FakeReply, keepItems, loadPetStore } from './testing/fake-api.ts'
import { runScenario } from './testing/fake-port.ts'

const NEW_NOTE = { type: 'object', properties: { text: { type: 'string' } } }
const NOTE = { type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } }

const loadNotes = (
  parameters: readonly string[],
  listed: Json = { type: 'array', items: NOTE },
): Promise<ApiDocument> =>
  loadPaths({
    '/notes': {
      get: {
        operationId: 'list',
        parameters: parameters.map((name) => ({
          name,
          in: 'query',
          schema: {
            type: /cursor|after/.test(name) ? 'string' : 'integer',
            ...(/size|limit/.test(name) ? { maximum: 20 } : {}),
          },
        })),
        responses: answers('200', listed),
      },
      post: {
        operationId: 'make',
        requestBody: { required: true, ...jsonContent(NEW_NOTE) },
        responses: answers('201', NOTE),
      },
    },
    '/notes/{id}': { get: { operationId: 'get' } },
  })

const ENVELOPE = {
  type: 'object',
  properties: { items: { type: 'array', items: NOTE }, next_cursor: { type: 'string' } },
}

type List = (items: readonly JsonObject[], query: URLSearchParams) => FakeReply

const createNotes = (list: List) => createFakeApi(keepItems('/notes', { list }))

const pagesOf = (log: readonly string[]): readonly string[] =>
  log.filter((line) => /^(?:page-|list-all)/.test(line))

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

describe('planPaging', () => {
  it('turns pages by limit and offset', async () => {
    const { log } = await runScenario(await loadPetStore(), 'paging listPets', createPetStore())
    expect(log).toEqual([
      ...Array.from({ length: 5 }, () => 'create POST /pets 201'),
      'list-page GET /pets?limit=50 200',
      'page-1 GET /pets?limit=2 200',
      'page-2 GET /pets?limit=2&offset=2 200',
      'page-3 GET /pets?limit=2&offset=4 200',
      'list-all GET /pets?limit=50 200',
    ])
  })

  it('turns pages by number and size', async () => {
    const { log } = await runScenario(await loadNotes(['page', 'size']), 'paging list', createNotes(byNumber))
    expect(pagesOf(log)).toEqual([
      'page-1 GET /notes?size=2 200',
      'page-2 GET /notes?page=2&size=2 200',
      'page-3 GET /notes?page=3&size=2 200',
      'list-all GET /notes?size=20 200',
    ])
  })

  it('follows the cursor that a page gives', async () => {
    const list = byCursor((items, next) => ({ body: { items, next_cursor: next ?? null } }))
    const { log } = await runScenario(
      await loadNotes(['cursor', 'limit'], ENVELOPE),
      'paging list',
      createNotes(list),
    )
    expect(pagesOf(log)).toEqual([
      'page-1 GET /notes?limit=2 200',
      'page-2 GET /notes?cursor=2&limit=2 200',
      'page-3 GET /notes?cursor=4&limit=2 200',
      'list-all GET /notes?limit=20 200',
    ])
  })

  it('follows the Link header that a page gives', async () => {
    const list = byCursor((items, next) => ({
      body: items,
      headers: {
        link:
          next === undefined ? '</notes>; rel="first"' : `</notes?limit=2&cursor=${next}&x=1>; rel="next"`,
      },
    }))
    const { log } = await runScenario(await loadNotes(['cursor', 'limit']), 'paging list', createNotes(list))
    expect(pagesOf(log)).toEqual([
      'page-1 GET /notes?limit=2 200',
      'page-2 GET /notes?limit=2&cursor=2&x=1 200',
      'page-3 GET /notes?limit=2&cursor=4&x=1 200',
      'list-all GET /notes?limit=20 200',
    ])
  })

  it('goes on behind the last id where there is more', async () => {
    const { log } = await runScenario(
      await loadNotes(['starting_after', 'limit'], ENVELOPE),
      'paging list',
      createNotes(behindLast),
    )
    expect(pagesOf(log)).toEqual([
      'page-1 GET /notes?limit=2 200',
      'page-2 GET /notes?starting_after=2&limit=2 200',
      'page-3 GET /notes?starting_after=4&limit=2 200',
      'list-all GET /notes?limit=20 200',
    ])
  })

  it('ends at a page that shows nothing new', async () => {
    const { log } = await runScenario(
      await loadNotes(['offset', 'limit']),
      'paging list',
      createNotes(alwaysFirst),
    )
    expect(pagesOf(log)).toEqual([
      'page-1 GET /notes?limit=2 200',
      'page-2 GET /notes?offset=2&limit=2 200',
      'list-all GET /notes?limit=20 200',
    ])
  })

  it('compares nothing where a page is refused', async () => {
    const { log } = await runScenario(
      await loadNotes(['offset', 'limit']),
      'paging list',
      createNotes(refusingOffset),
    )
    expect(pagesOf(log).at(-1)).toBe('page-2 GET /notes?offset=2&limit=2 400')
  })

  it('turns the pages of a list that nothing adds to', async () => {
    const document = await loadPaths({
      '/notes': {
        get: {
          operationId: 'list',
          parameters: ['offset', 'limit'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } })),
          responses: answers('200', { type: 'array', items: NOTE }),
        },
      },
    })
    const all = Array.from({ length: 3 }, (_item, id) => ({ id }))
    const api = createFakeApi({
      'GET /notes': ({ query }) => {
        const start = Number(query.get('offset') ?? 0)
        return { status: 200, body: all.slice(start, start + Number(query.get('limit') ?? 20)) }
      },
    })
    const { log } = await runScenario(document, 'paging list', api)
    expect(pagesOf(log)).toEqual([
      'page-1 GET /notes?limit=2 200',
      'page-2 GET /notes?offset=2&limit=2 200',
      'list-all GET /notes?limit=100 200',
    ])
  })
})

const ROW = { type: 'object', properties: { code: { type: 'string' } } }

const loadCountries = () =>
  loadPaths({
    '/countries': {
      get: {
        operationId: 'list',
        responses: answers('200', { type: 'object', properties: { results: { type: 'array', items: ROW } } }),
      },
    },
    '/countries/{code}': { get: { operationId: 'get', responses: answers('200', ROW) } },
  })

describe('planReadListed', () => {
  it('reads what a list shows by its key', async () => {
    const api = createFakeApi({
      'GET /countries': () => ({ status: 200, body: { results: [{ code: 'cl' }, { code: 'pe' }] } }),
      'GET /countries/{code}': ({ path }) => ({ status: 200, body: { code: path['code'] ?? '' } }),
    })
    const { log } = await runScenario(await loadCountries(), 'read-listed /countries/{}', api)
    expect(log).toEqual([
      'list-all GET /countries 200',
      'read-listed GET /countries/cl 200',
      'read-listed GET /countries/pe 200',
    ])
  })

  it('says why where the list is empty', async () => {
    const api = createFakeApi({ 'GET /countries': () => ({ status: 200, body: { results: [] } }) })
    const { skipped } = await runScenario(await loadCountries(), 'read-listed /countries/{}', api)
    expect(skipped).toEqual([
      'get: a listed country can be read: not tried because of list, its response shows no item with an id',
    ])
  })
})

describe('planOrders', () => {
  it('makes items and asks for each order that has an opposite', async () => {
    const item = { type: 'object', properties: { id: { type: 'integer' }, price: { type: 'integer' } } }
    const sort = { type: 'string', enum: ['price', '-price', 'best'] }
    const document = await loadPaths({
      '/books': {
        get: {
          operationId: 'list',
          parameters: [{ name: 'sort', in: 'query', schema: sort }],
          responses: answers('200', { type: 'array', items: item }),
        },
        post: {
          operationId: 'make',
          requestBody: jsonContent({ type: 'object' }),
          responses: answers('201', item),
        },
      },
    })
    const { log } = await runScenario(document, 'order list sort', createFakeApi(keepItems('/books')))
    expect(log.slice(-3)).toEqual([
      'create POST /books 201',
      'filter GET /books?sort=price 200',
      'filter GET /books?sort=-price 200',
    ])
  })
})
