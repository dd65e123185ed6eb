import { describe, expect, it } from 'vitest'
import { serveSandbox, shareSandbox } from './serve.ts'
import {
  arrayOf,
  collection,
  documentOf,
  empty,
  errors,
  inPath,
  integer,
  object,
  type Part,
  ref,
  shows,
  text,
} from './small-documents.ts'

const withExamples = (schema: Part, examples: Part, ...refusals: readonly number[]): Part => ({
  responses: {
    200: { description: 'It.', content: { 'application/json': { schema, examples } } },
    ...errors(...refusals),
  },
})
const books = { authorId: integer, title: text, pages: { type: 'integer', default: 100 } }
const schemas = {
  Author: object({ id: integer, name: text }, ['id', 'name']),
  Book: object({ id: integer, ...books }, ['id', 'authorId', 'title']),
}
const selma = { id: 3, name: 'Selma Lagerlöf' }
const tove = { id: 5, name: 'Tove' }
const moomin = { id: 1, authorId: 5, title: 'Moominvalley' }

const library = documentOf(
  {
    ...collection('/authors/{authorId}', ref('Author'), {
      sent: object({ name: text }),
      more: {
        get: withExamples(arrayOf(ref('Author')), { all: { value: [{ ...selma, name: 'Selma' }, tove] } }),
      },
      moreOfItem: {
        get: withExamples(ref('Author'), { selma: { value: selma } }, 404),
        delete: empty(404),
      },
    }),
    ...collection('/authors/{authorId}/books/{bookId}', ref('Book'), {
      sent: object({ title: text }),
      more: { get: shows(arrayOf(ref('Book')), 404) },
      moreOfItem: { get: withExamples(ref('Book'), { moomin: { value: moomin } }, 404) },
    }),
  },
  schemas,
)

describe('a new sandbox', () => {
  const api = shareSandbox(library)

  it('has the items of the examples, children below the parents that they name', async () => {
    const shown = { ...moomin, pages: 100 }
    expect(await api.read('/authors')).toStrictEqual([selma, tove])
    expect(await api.read('/authors/5/books')).toStrictEqual([shown])
    expect(await api.read('/authors/5/books/1')).toStrictEqual(shown)
    expect(await api.read('/authors/3/books')).toStrictEqual([])
  })

  it('gives new items other ids, and has its items again after a reset', async () => {
    const created = []
    for (const name of ['a', 'b', 'c']) created.push((await api.send('POST', '/authors', { name })).json)
    expect(created).toMatchObject([{ id: 1 }, { id: 2 }, { id: 4 }])
    await api.send('DELETE', '/authors/5')
    api.sandbox.reset()
    expect(await api.read('/authors')).toMatchObject([{ id: 3 }, { id: 5 }])
    expect(await api.read('/authors/5/books')).toMatchObject([{ title: 'Moominvalley' }])
  })

  it('invents three items of a kind that is listed and never created', async () => {
    const facts = { kind: { enum: ['single', 'double'] }, beds: { type: 'integer', minimum: 1 } }
    const room = object({ id: text, name: text, ...facts }, ['id', 'name', 'kind', 'beds'])
    const paths = {
      '/rooms': { get: shows(arrayOf(room)) },
      '/rooms/{roomId}': { parameters: [inPath('roomId')], get: shows(room, 404) },
    }
    await using hotel = await serveSandbox(documentOf(paths))
    const listed = (await hotel.read('/rooms')) as readonly { readonly id: string; readonly beds: number }[]
    expect(listed).toMatchObject([
      { name: 'Room 1', kind: 'single' },
      { name: 'Room 2', kind: 'double' },
      { name: 'Room 3', kind: 'single' },
    ])
    expect(new Set(listed.map((one) => one.id)).size).toBe(3)
    expect(new Set(listed.map((one) => one.beds)).size).toBe(3)
    for (const one of listed) expect(await hotel.read(`/rooms/${one.id}`)).toStrictEqual(one)
    expect(await hotel.status('GET', '/rooms/none')).toBe(404)
  })

  it('has every item of a kind that is only read, as soon as it is named', async () => {
    const code = { type: 'string', pattern: '^[A-Z]{3}$' }
    const rate = object({ currency: code, perEuro: { type: 'number' } }, ['currency', 'perEuro'])
    const paths = { '/rates/{currency}': { parameters: [inPath('currency')], get: shows(rate, 404) } }
    await using bank = await serveSandbox(documentOf(paths))
    const first = await bank.read('/rates/SEK')
    expect(first).toMatchObject({ currency: 'SEK' })
    expect(await bank.read('/rates/SEK')).toStrictEqual(first)
  })
})
