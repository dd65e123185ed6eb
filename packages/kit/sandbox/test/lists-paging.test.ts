import { describe, expect, it } from 'vitest'
import { listDocument, namesIn, petReference, responds, type ListParts, type Pet } from './list-document.ts'
import { serveSandbox, type ServedSandbox } from './serve.ts'

const integer = { type: 'integer' }
const nullable = { type: ['string', 'null'] }
const page = { type: 'integer', minimum: 1 }
const limit = { type: 'integer', minimum: 1, maximum: 50 }

async function servePets(count: number, parts: ListParts): Promise<ServedSandbox> {
  const api = await serveSandbox(listDocument(parts))
  for (let index = 1; index <= count; index += 1) await api.send('POST', '/pets', { name: `${index}` })
  return api
}

async function namesAt(api: ServedSandbox, path: string): Promise<string> {
  const response = await api.send('GET', path)
  expect(response).toMatchObject({ status: 200 })
  return namesIn(response.json).join(' ')
}

describe('the pages of a list', () => {
  const pageObject = {
    style: 'deepObject',
    schema: { type: 'object', properties: { size: limit, number: page } },
  }
  it.each<[string, NonNullable<ListParts['query']>, Readonly<Record<string, string>>]>([
    [
      'begin at an offset',
      { offset: { type: 'integer', minimum: 0 }, limit },
      { 'offset=1&limit=2': '2 3', 'offset=4&limit=2': '5', 'offset=9&limit=2': '' },
    ],
    ['are numbered from one', { page, per_page: limit }, { 'page=2&per_page=2': '3 4' }],
    [
      'are numbered from the minimum zero',
      { page: { ...page, minimum: 0 }, size: limit },
      { 'page=2&size=2': '5' },
    ],
    ['take the members of an object', { page: pageObject }, { 'page[size]=2&page[number]=2': '3 4' }],
    [
      'take parameters with brackets in their names',
      { 'page[limit]': limit, 'page[offset]': integer },
      { 'page[limit]=2&page[offset]=3': '4 5' },
    ],
    ['are as large as the document allows', { page, limit: { ...limit, maximum: 3 } }, { '': '1 2 3' }],
    ['are as large as the default', { page, limit: { ...limit, default: 3 } }, { '': '1 2 3' }],
  ])('%s', async (_title, query, pages) => {
    await using api = await servePets(5, { query })
    for (const [sent, names] of Object.entries(pages)) expect(await namesAt(api, `/pets?${sent}`)).toBe(names)
    expect(await api.send('HEAD', '/pets')).toMatchObject({ status: 200, text: '' })
  })

  it('have twenty items, unless nothing leads to a second page', async () => {
    await using pages = await servePets(22, { query: { page, limit } })
    expect(await pages.read('/pets')).toHaveLength(20)
    await using whole = await servePets(22, { query: { limit: integer } })
    expect(await whole.read('/pets')).toHaveLength(22)
    expect(await whole.read('/pets?limit=4')).toHaveLength(4)
  })

  it('have as many items as the response may have', async () => {
    await using api = await servePets(5, { maxItems: 3 })
    expect(await api.read('/pets')).toHaveLength(3)
  })

  it('are empty for a size of zero, where it is allowed', async () => {
    const query = { offset: integer, limit: { type: 'integer', minimum: 0 } }
    await using api = await servePets(2, { query, envelope: { total: integer } })
    expect(await api.read('/pets?limit=0')).toStrictEqual({ items: [], total: 2 })
  })
})

interface CursorPage {
  readonly items: readonly Pet[]
  readonly next_cursor: string | number | null
}

const serveCursors = (count: number, cursor: object, shown: object) =>
  servePets(count, {
    query: { cursor, limit },
    envelope: { next_cursor: shown },
    required: ['next_cursor'],
  })

// That cursors hold while items come and go is a property of its own: lists-walks.test.ts.
describe('the cursors of a list', () => {
  it.each([
    ['texts', { type: 'string' }, nullable],
    ['texts of a pattern', { type: 'string', pattern: '^[A-Za-z0-9_-]{1,40}$' }, nullable],
    ['UUIDs', { type: 'string', format: 'uuid' }, { ...nullable, format: 'uuid' }],
    ['numbers', { type: 'integer', minimum: 0 }, { type: ['integer', 'null'] }],
  ])('lead to every item once as %s', async (_title, cursor, shown) => {
    await using api = await serveCursors(5, cursor, shown)
    const names: string[] = []
    let at: CursorPage['next_cursor'] = ''
    while (at !== null) {
      const { json } = await api.send(
        'GET',
        `/pets?limit=2${at === '' ? '' : `&cursor=${encodeURIComponent(at)}`}`,
      )
      names.push(...namesIn(json))
      at = (json as CursorPage).next_cursor
    }
    expect(names.join(' ')).toBe('1 2 3 4 5')
  })

  it('are left out on the last page where they cannot be null', async () => {
    const query = { cursor: { type: 'string' }, limit }
    await using api = await servePets(2, { query, envelope: { next_cursor: { type: 'string' } } })
    expect(await api.read('/pets?limit=2')).not.toHaveProperty('next_cursor')
    expect(await api.read('/pets?limit=1')).toHaveProperty('next_cursor')
  })

  it('are refused if no page has had them, or lead to nothing where no refusal is documented', async () => {
    await using strict = await serveCursors(2, { type: 'string' }, nullable)
    expect(await strict.status('GET', '/pets?cursor=made-up')).toBe(400)
    const items = { type: 'array', items: petReference }
    const { 200: shown } = responds({
      type: 'object',
      required: ['items'],
      properties: { items, next: nullable },
    })
    const parameters = [{ name: 'cursor', in: 'query', schema: { type: 'string' } }]
    await using api = await servePets(2, {
      paths: { '/all-pets': { get: { parameters, responses: { 200: shown } } } },
    })
    expect(await api.read('/all-pets?cursor=made-up')).toStrictEqual({ items: [], next: null })
  })

  it('are ids where the parameter takes the last one', async () => {
    const query = { limit, starting_after: { type: 'string', format: 'uuid' } }
    await using api = await servePets(5, { query, envelope: { has_more: { type: 'boolean' } } })
    const { items, ...facts } = (await api.read('/pets?limit=2')) as CursorPage
    expect(facts).toStrictEqual({ has_more: true })
    await api.send('DELETE', `/pets/${items[1]?.id}`)
    expect(await namesAt(api, `/pets?limit=2&starting_after=${items[1]?.id}`)).toBe('3 4')
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await api.status('GET', `/pets?starting_after=${unknown}`)).toBe(400)
  })
})
