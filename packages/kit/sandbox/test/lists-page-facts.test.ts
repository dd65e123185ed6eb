import { describe, expect, it } from 'vitest'
import { listDocument, type ListParts } from './list-document.ts'
import { serveSandbox, type ServedSandbox } from './serve.ts'

const integer = { type: 'integer' }
const flag = { type: 'boolean' }
const text = { type: 'string' }
const nullable = { type: ['string', 'null'] }
const nextOffset = { type: ['integer', 'null'] }
const refused = { description: 'Refused.' }
const byPage = { page: { type: 'integer', minimum: 1 }, size: { type: 'integer', minimum: 1 } }
const byOffset = { offset: { type: 'integer', minimum: 0 }, limit: { type: 'integer', minimum: 1 } }
const byCursor = { cursor: text, limit: { type: 'integer', minimum: 1 } }

async function servePets(parts: ListParts): Promise<ServedSandbox> {
  const api = await serveSandbox(listDocument(parts))
  for (const name of ['a', 'b', 'c', 'd', 'e']) await api.send('POST', '/pets', { name })
  return api
}

/** What a response says beside its items. */
async function factsAt(api: ServedSandbox, path: string): Promise<unknown> {
  const response = await api.send('GET', path)
  expect(response).toMatchObject({ status: 200 })
  return { ...(response.json as object), items: undefined }
}

const object = (properties: object): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const numbers = (...names: readonly string[]) =>
  object(Object.fromEntries(names.map((name) => [name, integer])))

describe('the facts about a page', () => {
  it.each<[string, ListParts, string, object]>([
    [
      'numbered pages',
      {
        query: byPage,
        envelope: {
          pagination: numbers('page', 'pageSize', 'totalItems', 'totalPages'),
          hasMore: flag,
          isFirst: flag,
        },
      },
      'page=2&size=2',
      { pagination: { page: 2, pageSize: 2, totalItems: 5, totalPages: 3 }, hasMore: true, isFirst: false },
    ],
    [
      'offsets',
      { query: byOffset, envelope: { meta: numbers('offset', 'limit', 'total', 'count', 'nextOffset') } },
      'offset=1&limit=2',
      { meta: { offset: 1, limit: 2, total: 5, count: 2, nextOffset: 3 } },
    ],
    [
      'offsets at the end',
      { query: byOffset, envelope: { meta: object({ offset: integer, nextOffset }), hasMore: flag } },
      'offset=3&limit=2',
      { meta: { offset: 3, nextOffset: null }, hasMore: false },
    ],
    [
      'pages from the documented first one',
      {
        query: { page: { type: 'integer', minimum: 0 }, size: integer },
        envelope: {
          page: numbers('number', 'size', 'totalElements', 'totalPages'),
          last: flag,
          numberOfElements: integer,
        },
      },
      'page=2&size=2',
      { page: { number: 2, size: 2, totalElements: 5, totalPages: 3 }, last: true, numberOfElements: 1 },
    ],
    [
      'the whole list where nothing but `count` can',
      {
        query: byPage,
        envelope: { count: integer, next: { ...nullable, format: 'uri' }, previous: nullable },
        required: ['next', 'previous'],
      },
      'page=2&size=2',
      { count: 5, next: 'URL/pets?page=3&size=2', previous: '/pets?page=1&size=2' },
    ],
    [
      'a list without pages',
      { envelope: { total: integer, has_more: flag, next: nullable } },
      '',
      { total: 5, has_more: false, next: null },
    ],
  ])('are those of %s', async (_title, parts, query, facts) => {
    await using api = await servePets(parts)
    const told = JSON.stringify(await factsAt(api, `/pets?${query}`)).replace(api.url, 'URL')
    expect(JSON.parse(told)).toStrictEqual(facts)
  })

  it('show one end of the page as a cursor', async () => {
    const pageInfo = object({ endCursor: nullable, hasNextPage: flag, hasPreviousPage: flag })
    const query = { after: text, first: { type: 'integer', minimum: 1 } }
    await using api = await servePets({ query, envelope: { pageInfo } })
    const { json } = await api.send('GET', '/pets?first=3')
    const { endCursor, ...flags } = (json as { readonly pageInfo: { readonly endCursor: string } }).pageInfo
    expect(flags).toStrictEqual({ hasNextPage: true, hasPreviousPage: false })
    expect(await factsAt(api, `/pets?first=3&after=${endCursor}`)).toMatchObject({
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    })
  })

  it('stand beside edges, each with its cursor', async () => {
    const edge = object({ node: { $ref: '#/components/schemas/Pet' }, cursor: text })
    const schema = object({
      edges: { type: 'array', items: edge },
      pageInfo: object({ endCursor: nullable }),
    })
    const parameters = Object.entries({ first: integer, after: text }).map(([name, given]) => ({
      name,
      in: 'query',
      schema: given,
    }))
    const responses = {
      200: { description: 'All.', content: { 'application/json': { schema } } },
      400: refused,
    }
    await using api = await servePets({ paths: { '/edges': { get: { parameters, responses } } } })
    interface Edges {
      readonly edges: readonly { readonly node: { readonly name: string }; readonly cursor: string }[]
      readonly pageInfo: { readonly endCursor: string }
    }
    const { edges, pageInfo } = (await api.send('GET', '/edges?first=3')).json as Edges
    expect(edges.map(({ node }) => node.name)).toStrictEqual(['a', 'b', 'c'])
    expect(pageInfo.endCursor).toBe(edges[2]?.cursor)
    const next = (await api.send('GET', `/edges?first=2&after=${edges[0]?.cursor}`)).json as Edges
    expect(next.edges.map(({ node }) => node.name)).toStrictEqual(['b', 'c'])
  })

  it('stand beside items that are deeper in the response', async () => {
    const items = { type: 'array', items: { $ref: '#/components/schemas/Pet' } }
    const schema = object({ data: object({ pets: items, total: integer }) })
    const responses = { 200: { description: 'All.', content: { 'application/json': { schema } } } }
    await using api = await servePets({ paths: { '/all-pets': { get: { responses } } } })
    expect(await api.read('/all-pets')).toMatchObject({ data: { total: 5 } })
  })
})

describe('the links of a page', () => {
  const url = { type: ['string', 'null'] }

  it('keep the rest of the request', async () => {
    const links = object({ self: text, first: url, prev: url, next: url, last: url })
    await using api = await servePets({ query: { ...byPage, name: text }, envelope: { links } })
    expect(await factsAt(api, '/pets?size=2&page=2&x=a%20b')).toStrictEqual({
      items: undefined,
      links: {
        self: '/pets?size=2&page=2&x=a%20b',
        first: '/pets?size=2&page=1&x=a%20b',
        prev: '/pets?size=2&page=1&x=a%20b',
        next: '/pets?size=2&page=3&x=a%20b',
        last: '/pets?size=2&page=3&x=a%20b',
      },
    })
  })

  it('are objects with a URL where the document has these', async () => {
    const link = { type: 'object', required: ['href'], properties: { href: text } }
    const links = { type: 'object', properties: { self: link, next: link } }
    await using api = await servePets({ query: byOffset, envelope: { _links: links } })
    expect(await factsAt(api, '/pets?limit=2')).toMatchObject({
      _links: { next: { href: '/pets?limit=2&offset=2' } },
    })
    const last = await factsAt(api, '/pets?limit=2&offset=4')
    expect(last).toStrictEqual({ items: undefined, _links: { self: { href: '/pets?limit=2&offset=4' } } })
  })

  it('are in the header `Link`, as far as its schema has them', async () => {
    const schema = { type: 'string' }
    await using all = await servePets({ query: byPage, headers: { Link: { schema } } })
    expect((await all.send('GET', '/pets?page=2&size=2')).headers.get('link')).toBe(
      [
        '</pets?page=1&size=2>; rel="first"',
        '</pets?page=1&size=2>; rel="prev"',
        '</pets?page=3&size=2>; rel="next"',
        '</pets?page=3&size=2>; rel="last"',
      ].join(', '),
    )
    const next = { type: 'string', pattern: '^<[^>]+>; rel="next"$' }
    await using one = await servePets({ query: byCursor, headers: { Link: { schema: next } } })
    expect((await one.send('GET', '/pets?limit=2')).headers.get('link')).toMatch(
      /^<\/pets\?limit=2&cursor=\w+>/,
    )
    expect((await one.send('GET', '/pets?limit=9')).headers.has('link')).toBe(false)
  })

  it('lead on where the document has no parameter for the next page', async () => {
    const query = { limit: { type: 'integer', minimum: 1 } }
    await using api = await servePets({ query, headers: { 'X-Next': { schema: text } } })
    const names: string[] = []
    for (let at: string | null = '/pets?limit=2'; at !== null;) {
      const { json, headers } = await api.send('GET', at)
      names.push(...(json as readonly { readonly name: string }[]).map(({ name }) => name))
      at = headers.get('x-next')
    }
    expect(names).toStrictEqual(['a', 'b', 'c', 'd', 'e'])
  })
})

describe('the headers of a page', () => {
  it('tell the numbers that their names say', async () => {
    const names = ['X-Total-Count', 'X-Page', 'X-Per-Page', 'X-Total-Pages', 'X-Next-Page']
    const headers = Object.fromEntries(names.map((name) => [name, { schema: integer }]))
    await using api = await servePets({ query: byPage, headers })
    const first = await api.send('GET', '/pets?page=1&size=3')
    const told = names.map((name) => first.headers.get(name))
    expect(told).toStrictEqual(['5', '1', '3', '2', '2'])
    expect((await api.send('GET', '/pets?page=2&size=3')).headers.has('x-next-page')).toBe(false)
  })
})
