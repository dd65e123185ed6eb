import { describe, expect, it } from 'vitest'
import { listDocument, namesIn, petReference, type ListParts, type Pet } from './list-document.ts'
import { serveSandbox, type ServedSandbox } from './serve.ts'

async function servePets(count: number, parts: ListParts): Promise<ServedSandbox> {
  const api = await serveSandbox(listDocument(parts))
  for (let index = 1; index <= count; index += 1) await api.send('POST', '/pets', { name: `pet ${index}` })
  return api
}

const namesFrom = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_none, index) => `pet ${first + index}`)

const limit = { type: 'integer', minimum: 1, maximum: 50 }

async function namesAt(api: ServedSandbox, path: string): Promise<readonly string[]> {
  const response = await api.send('GET', path)
  expect(response).toMatchObject({ status: 200 })
  return namesIn(response.json)
}

describe('the pages of a list', () => {
  it('begin at an offset', async () => {
    await using api = await servePets(5, { query: { offset: { type: 'integer', minimum: 0 }, limit } })
    expect(await namesAt(api, '/pets?offset=1&limit=2')).toStrictEqual(namesFrom(2, 3))
    expect(await namesAt(api, '/pets?offset=4&limit=2')).toStrictEqual(namesFrom(5, 5))
    expect(await namesAt(api, '/pets?offset=9&limit=2')).toStrictEqual([])
  })

  it('are numbered from one, or from the minimum zero', async () => {
    await using one = await servePets(5, {
      query: { page: { type: 'integer', minimum: 1 }, per_page: limit },
    })
    expect(await namesAt(one, '/pets?page=2&per_page=2')).toStrictEqual(namesFrom(3, 4))
    await using zero = await servePets(5, { query: { page: { type: 'integer', minimum: 0 }, size: limit } })
    expect(await namesAt(zero, '/pets?page=2&size=2')).toStrictEqual(namesFrom(5, 5))
  })

  it('have twenty items within the documented bounds, unless the document has a default', async () => {
    const page = { type: 'integer', minimum: 1 }
    await using usual = await servePets(22, { query: { page, limit } })
    expect(await namesAt(usual, '/pets')).toHaveLength(20)
    await using bounded = await servePets(22, { query: { page, limit: { ...limit, maximum: 7 } } })
    expect(await namesAt(bounded, '/pets')).toHaveLength(7)
    await using chosen = await servePets(22, { query: { page, limit: { ...limit, default: 3 } } })
    expect(await namesAt(chosen, '/pets')).toHaveLength(3)
  })

  it('show everything where nothing leads to a second page', async () => {
    await using api = await servePets(22, { query: { limit: { type: 'integer' } } })
    expect(await namesAt(api, '/pets')).toHaveLength(22)
    expect(await namesAt(api, '/pets?limit=4')).toHaveLength(4)
  })

  it('have as many items as the response may have', async () => {
    await using api = await servePets(5, { maxItems: 3 })
    expect(await namesAt(api, '/pets')).toHaveLength(3)
  })

  it('are empty for a size of zero, where it is allowed', async () => {
    const query = { offset: { type: 'integer' }, limit: { type: 'integer', minimum: 0 } }
    await using api = await servePets(2, { query, envelope: { total: { type: 'integer' } } })
    expect((await api.send('GET', '/pets?limit=0')).json).toStrictEqual({ items: [], total: 2 })
  })

  it('take the members of an object', async () => {
    const page = {
      style: 'deepObject',
      schema: { type: 'object', properties: { size: limit, number: { type: 'integer', minimum: 1 } } },
    }
    await using api = await servePets(5, { query: { page } })
    expect(await namesAt(api, '/pets?page[size]=2&page[number]=2')).toStrictEqual(namesFrom(3, 4))
  })

  it('take parameters with brackets in their names', async () => {
    const query = { 'page[limit]': limit, 'page[offset]': { type: 'integer' } }
    await using api = await servePets(5, { query })
    expect(await namesAt(api, '/pets?page[limit]=2&page[offset]=3')).toStrictEqual(namesFrom(4, 5))
  })

  it('have no body for HEAD', async () => {
    await using api = await servePets(1, { query: { limit } })
    expect(await api.send('HEAD', '/pets')).toMatchObject({ status: 200, text: '' })
  })
})

interface CursorPage {
  readonly items: readonly Pet[]
  readonly next_cursor: string | number | null
}

const nullable = { type: ['string', 'null'] }

/** Reads a list to its end by its cursors; `between` runs after each page. */
async function walk(
  api: ServedSandbox,
  query: string,
  between: (page: CursorPage, index: number) => Promise<unknown> = async () => undefined,
): Promise<readonly string[]> {
  const names: string[] = []
  let cursor: string | number | null = null
  for (let index = 0; index === 0 || cursor !== null; index += 1) {
    const at: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const response = await api.send('GET', `/pets?${query}${at}`)
    expect(response).toMatchObject({ status: 200 })
    const { json } = response
    names.push(...namesIn(json))
    cursor = (json as CursorPage).next_cursor
    await between(json as CursorPage, index)
  }
  return names
}

const byCursor = (cursor: object, shown: object, more: ListParts = {}): ListParts => ({
  ...more,
  query: { cursor, limit, ...more.query },
  envelope: { next_cursor: shown, ...more.envelope },
  required: ['next_cursor'],
})

describe('the cursors of a list', () => {
  it('lead to every item once', async () => {
    await using api = await servePets(5, byCursor({ type: 'string' }, nullable))
    expect(await walk(api, 'limit=2')).toStrictEqual(namesFrom(1, 5))
  })

  it('hold while items come and go', async () => {
    await using api = await servePets(6, byCursor({ type: 'string' }, nullable))
    const names = await walk(api, 'limit=2', async ({ items }, index) => {
      if (index > 1) return
      await api.send('DELETE', `/pets/${items[1]?.id}`)
      await api.send('POST', '/pets', { name: `new ${index}` })
    })
    expect(names).toStrictEqual([...namesFrom(1, 6), 'new 0', 'new 1'])
  })

  it('hold in a sorted list while their item is deleted', async () => {
    const sort = { type: 'string', enum: ['name', '-name'] }
    await using api = await servePets(6, byCursor({ type: 'string' }, nullable, { query: { sort } }))
    const names = await walk(api, 'limit=2&sort=-name', ({ items }) =>
      api.send('DELETE', `/pets/${items[1]?.id ?? items[0]?.id}`),
    )
    expect(names).toStrictEqual(namesFrom(1, 6).toReversed())
  })

  it('are texts of the documented form', async () => {
    const pattern = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,40}$' }
    const shown = { ...pattern, type: ['string', 'null'] }
    await using api = await servePets(5, byCursor(pattern, shown))
    expect(await walk(api, 'limit=2')).toStrictEqual(namesFrom(1, 5))
  })

  it('are UUIDs or numbers where the document has these', async () => {
    const uuid = { type: 'string', format: 'uuid' }
    await using byUuid = await servePets(5, byCursor(uuid, { ...uuid, type: ['string', 'null'] }))
    expect(await walk(byUuid, 'limit=2')).toStrictEqual(namesFrom(1, 5))
    const number = { type: 'integer', minimum: 0 }
    await using byNumber = await servePets(5, byCursor(number, { type: ['integer', 'null'] }))
    expect(await walk(byNumber, 'limit=2')).toStrictEqual(namesFrom(1, 5))
  })

  it('are left out on the last page where they cannot be null', async () => {
    const parts = {
      query: { cursor: { type: 'string' }, limit },
      envelope: { next_cursor: { type: 'string' } },
    }
    await using api = await servePets(2, parts)
    expect((await api.send('GET', '/pets?limit=2')).json).not.toHaveProperty('next_cursor')
    expect((await api.send('GET', '/pets?limit=1')).json).toHaveProperty('next_cursor')
  })

  it('are refused if no page has had them', async () => {
    await using api = await servePets(2, byCursor({ type: 'string' }, nullable))
    expect((await api.send('GET', '/pets?cursor=made-up')).status).toBe(400)
  })

  it('lead to nothing if no page has had them, where no refusal is documented', async () => {
    const items = { type: 'array', items: petReference }
    const schema = { type: 'object', required: ['items'], properties: { items, next: nullable } }
    const parameters = [{ name: 'cursor', in: 'query', schema: { type: 'string' } }]
    const responses = { 200: { description: 'All.', content: { 'application/json': { schema } } } }
    const paths = { '/all-pets': { get: { operationId: 'listAllPets', parameters, responses } } }
    await using api = await servePets(2, { paths })
    expect((await api.send('GET', '/all-pets?cursor=made-up')).json).toStrictEqual({ items: [], next: null })
  })

  it('are ids where the parameter takes the last one', async () => {
    const query = { limit, starting_after: { type: 'string', format: 'uuid' } }
    await using api = await servePets(5, { query, envelope: { has_more: { type: 'boolean' } } })
    const first = await api.send('GET', '/pets?limit=2')
    expect(first.json).toMatchObject({ has_more: true })
    const last = (first.json as CursorPage).items[1]?.id
    await api.send('DELETE', `/pets/${last}`)
    expect(await namesAt(api, `/pets?limit=2&starting_after=${last}`)).toStrictEqual(namesFrom(3, 4))
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect((await api.send('GET', `/pets?starting_after=${unknown}`)).status).toBe(400)
  })
})
