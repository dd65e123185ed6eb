import { describe, expect, it } from 'vitest'
import { serveSandbox } from './serve.ts'
import { documentOf, errors, inPath, json, object, type Part, ref, body } from './small-documents.ts'

const id = { type: 'integer' }
const text = { type: 'string' }
const listOf = (item: Part): Part => ({ type: 'array', items: item })
const withExamples = (response: Part, schema: Part, examples: Part): Part => ({
  ...response,
  content: { 'application/json': { schema, examples } },
})

const schemas = {
  Author: object({ id, name: text }, ['id', 'name']),
  Book: object({ id, authorId: id, title: text, pages: { type: 'integer', default: 100 } }, [
    'id',
    'authorId',
    'title',
  ]),
}

const paths = {
  '/authors': {
    get: {
      responses: {
        200: withExamples(json({}), listOf(ref('Author')), {
          all: {
            value: [
              { id: 3, name: 'Selma' },
              { id: 5, name: 'Tove' },
            ],
          },
        }),
      },
    },
    post: {
      requestBody: body(object({ name: text })),
      responses: { 201: json(ref('Author')), ...errors(400) },
    },
  },
  '/authors/{authorId}': {
    parameters: [inPath('authorId', id)],
    get: {
      responses: {
        200: withExamples(json({}), ref('Author'), { selma: { value: { id: 3, name: 'Selma Lagerlöf' } } }),
        ...errors(404),
      },
    },
    delete: { responses: { 204: { description: 'Gone.' }, ...errors(404) } },
  },
  '/authors/{authorId}/books': {
    parameters: [inPath('authorId', id)],
    get: { responses: { 200: json(listOf(ref('Book'))), ...errors(404) } },
    post: {
      requestBody: body(object({ title: text })),
      responses: { 201: json(ref('Book')), ...errors(400) },
    },
  },
  '/authors/{authorId}/books/{bookId}': {
    parameters: [inPath('authorId', id), inPath('bookId', id)],
    get: {
      responses: {
        200: withExamples(json({}), ref('Book'), {
          moomin: { value: { id: 1, authorId: 5, title: 'Moominvalley' } },
        }),
        ...errors(404),
      },
    },
  },
}

describe('a new sandbox', () => {
  it('has the items of the examples, children below the parents that they name', async () => {
    await using api = await serveSandbox(documentOf(paths, schemas))
    expect(await api.read('/authors')).toStrictEqual([
      { id: 3, name: 'Selma Lagerlöf' },
      { id: 5, name: 'Tove' },
    ])
    const moomin = { id: 1, authorId: 5, title: 'Moominvalley', pages: 100 }
    expect(await api.read('/authors/5/books')).toStrictEqual([moomin])
    expect(await api.read('/authors/5/books/1')).toStrictEqual(moomin)
    expect(await api.read('/authors/3/books')).toStrictEqual([])
  })

  it('gives new items other ids, and has its items again after a reset', async () => {
    await using api = await serveSandbox(documentOf(paths, schemas))
    const created = []
    for (const name of ['a', 'b', 'c']) created.push((await api.send('POST', '/authors', { name })).json)
    expect(created).toMatchObject([{ id: 1 }, { id: 2 }, { id: 4 }])
    await api.send('DELETE', '/authors/5')
    api.sandbox.reset()
    expect(await api.read('/authors')).toMatchObject([{ id: 3 }, { id: 5 }])
    expect(await api.read('/authors/5/books')).toMatchObject([{ title: 'Moominvalley' }])
  })

  it('invents three items of a kind that is listed and never created', async () => {
    const room = object(
      { id: text, name: text, kind: { enum: ['single', 'double'] }, beds: { type: 'integer', minimum: 1 } },
      ['id', 'name', 'kind', 'beds'],
    )
    const rooms = documentOf({
      '/rooms': { get: { responses: { 200: json(listOf(room)) } } },
      '/rooms/{roomId}': {
        parameters: [inPath('roomId')],
        get: { responses: { 200: json(room), ...errors(404) } },
      },
    })
    await using api = await serveSandbox(rooms)
    const listed = (await api.send('GET', '/rooms')).json as readonly {
      readonly id: string
      readonly beds: number
    }[]
    expect(listed).toMatchObject([
      { name: 'Room 1', kind: 'single' },
      { name: 'Room 2', kind: 'double' },
      { name: 'Room 3', kind: 'single' },
    ])
    expect(new Set(listed.map((one) => one.id)).size).toBe(3)
    expect(new Set(listed.map((one) => one.beds)).size).toBe(3)
    for (const one of listed) expect(await api.read(`/rooms/${one.id}`)).toStrictEqual(one)
    expect(await api.status('GET', '/rooms/none')).toBe(404)
  })

  it('has every item of a kind that is only read, as soon as it is named', async () => {
    const rate = object(
      { currency: { type: 'string', pattern: '^[A-Z]{3}$' }, perEuro: { type: 'number' } },
      ['currency', 'perEuro'],
    )
    const rates = documentOf({
      '/rates/{currency}': {
        parameters: [inPath('currency')],
        get: { responses: { 200: json(rate), ...errors(404) } },
      },
    })
    await using api = await serveSandbox(rates)
    const first = await api.send('GET', '/rates/SEK')
    expect(first.json).toMatchObject({ currency: 'SEK' })
    expect(await api.read('/rates/SEK')).toStrictEqual(first.json)
  })
})
