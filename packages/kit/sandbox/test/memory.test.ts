import { describe, expect, it } from 'vitest'
import { serveSandbox } from './serve.ts'
import {
  arrayOf,
  body,
  documentOf,
  empty,
  inPath,
  integer,
  json,
  object,
  type Part,
  ref,
  text,
} from './small-documents.ts'

const bare = (schema: Part, status = 200): Part => ({ responses: { [status]: json(schema) } })

/** Ferries that no operation says are missing: only the successes are described. */
const ferries = (item: Part, { list = '/ferries', path = '/ferries/{id}', id = 'id' } = {}) => ({
  [list]: { post: { requestBody: body(item), ...bare(item, 201) }, get: bare(arrayOf(item)) },
  [path]: {
    parameters: [inPath(id)],
    get: bare(item),
    delete: { responses: { 204: { description: 'Gone.' } } },
  },
})
const readOnly = { ...text, readOnly: true, example: 'F12' }
const data = (schema: Part) => object({ data: schema })

describe('the id of an item', () => {
  it.each([
    ['gid', 'ferry_gid'],
    ['sid', 'FerrySid'],
    ['sid', 'sid'],
    ['uid', 'taskId'],
    ['task_uid', 'taskId'],
    ['token', 'ferry_token'],
    ['ferryToken', 'token'],
    ['number', 'ferryId'],
    ['reference', 'id'],
    ['ferryRef', 'ferryId'],
    ['_id', 'id'],
  ])('is %s at {%s}, in an envelope too, and new for each', async (property, parameter) => {
    const item = object({ [property]: readOnly, name: text })
    for (const wrap of [(schema: Part) => schema, data]) {
      const paths = ferries(wrap(item), { path: `/ferries/{${parameter}}`, id: parameter })
      await using api = await serveSandbox(documentOf(paths))
      const isWrapped = wrap === data
      const sent = (name: string) => (isWrapped ? { data: { name } } : { name })
      const made = [
        await api.send('POST', '/ferries', sent('a')),
        await api.send('POST', '/ferries', sent('b')),
      ]
      const items = made.map(({ json: got }) =>
        isWrapped ? (got as { data: unknown }).data : got,
      ) as Record<string, string>[]
      const [one, other] = items.map((got) => got[property])
      expect(one).not.toBe(other)
      expect(await api.read(`/ferries/${other}`)).toStrictEqual(made[1]?.json)
      expect(await api.status('GET', '/ferries/nope')).toBe(404)
      expect(await api.status('DELETE', `/ferries/${other}`)).toBe(204)
      expect(await api.status('GET', `/ferries/${other}`)).toBe(404)
      expect(await api.read(`/ferries/${one}`)).toStrictEqual(made[0]?.json)
    }
  })
})

const ferry = object({ id: { ...integer, readOnly: true }, name: text }, ['id'])

describe('a path with a suffix', () => {
  it.each([
    ['/ferries.json', '/ferries/{id}.json', []],
    ['/ferries.{format}', '/ferries/{id}.{format}', [inPath('format')]],
  ])('%s leads to the items of %s', async (list, path, more) => {
    const paths = ferries(ferry, { list, path }) as Record<string, { parameters?: readonly Part[] }>
    if (more.length > 0) {
      paths[list] = { ...paths[list], parameters: more }
      paths[path] = { ...paths[path], parameters: [inPath('id'), ...more] }
    }
    await using api = await serveSandbox(documentOf(paths))
    const created = await api.send('POST', '/ferries.json', { name: 'Aran' })
    expect(created.json).toStrictEqual({ id: 1, name: 'Aran' })
    expect(await api.read('/ferries/1.json')).toStrictEqual({ id: 1, name: 'Aran' })
    expect(await api.read('/ferries.json')).toStrictEqual([{ id: 1, name: 'Aran' }])
    expect(await api.status('DELETE', '/ferries/1.json')).toBe(204)
    expect(await api.status('GET', '/ferries/1.json')).toBe(404)
  })

  it('is in the address of a new item', async () => {
    const paths = ferries(ferry, { list: '/ferries.json', path: '/ferries/{id}.json' })
    const created = { 201: { ...json(ferry), headers: { Location: { schema: text } } } }
    const post = { requestBody: body(ferry), responses: created }
    await using api = await serveSandbox(documentOf({ ...paths, '/ferries.json': { post } }))
    const { headers } = await api.send('POST', '/ferries.json', { name: 'Aran' })
    expect(headers.get('location')).toBe('/ferries/1.json')
  })
})

describe('an unknown item', () => {
  const failure = object({ code: integer, reason: text }, ['code', 'reason'])
  const removal = { delete: empty() }

  it.each([
    ['problem details', ferries(ferry), { status: 404, detail: 'There is no ferry 7' }],
    [
      'the shape of the errors of the document',
      { ...ferries(ferry), '/sheds': { get: { responses: { 200: json({}), 400: json(failure) } } } },
      { code: 404, reason: 'There is no ferry 7' },
    ],
    [
      'the shape of the other errors of the operation',
      {
        ...ferries(ferry),
        '/ferries/{id}': {
          parameters: [inPath('id')],
          get: { responses: { 200: json(ferry), 400: json(failure) } },
          ...removal,
        },
      },
      { code: 404, reason: 'There is no ferry 7' },
    ],
  ])('is 404 with %s, though no response is described for it', async (_title, paths, told) => {
    await using api = await serveSandbox(documentOf(paths))
    const { status, json: got } = await api.send('GET', '/ferries/7')
    expect([status, got]).toStrictEqual([404, expect.objectContaining(told)])
  })
})

describe('items under one parent, read under another path', () => {
  const book = object({ id: { ...text, readOnly: true }, title: text, readerId: integer }, ['id'])
  const owner = (name: string) => ({
    [`/${name}s`]: { post: { requestBody: body(ferry), ...bare(ferry, 201) } },
    [`/${name}s/{${name}Id}`]: { parameters: [inPath(`${name}Id`)], get: bare(ferry) },
  })
  const create = {
    '/shelves/{shelfId}/books': {
      parameters: [inPath('shelfId')],
      post: { requestBody: body(object({ title: text, readerId: integer })), ...bare(ref('Book'), 201) },
    },
  }
  const reads = (path: string, ...names: readonly string[]) => ({
    [path]: { parameters: names.map((name) => inPath(name)), get: bare(ref('Book')), delete: empty() },
  })

  it.each([
    ['at the root', reads('/books/{bookId}', 'bookId'), (id: string) => `/books/${id}`],
    [
      'under a parent that the item names',
      { ...owner('reader'), ...reads('/readers/{readerId}/books/{bookId}', 'readerId', 'bookId') },
      (id: string) => `/readers/2/books/${id}`,
    ],
  ])('are found %s', async (_title, paths, path) => {
    await using api = await serveSandbox(documentOf({ ...create, ...paths }, { Book: book }))
    for (const name of paths === undefined || !('/readers' in paths) ? [] : ['Ada', 'Bo'])
      await api.send('POST', '/readers', { name })
    const { json: created } = await api.send('POST', '/shelves/1/books', { title: 'Tides', readerId: 2 })
    const { id } = created as { id: string }
    expect(created).toMatchObject({ title: 'Tides', readerId: 2 })
    expect(await api.read(path(id))).toStrictEqual(created)
    expect(await api.status('DELETE', path(id))).toBe(204)
    expect(await api.status('GET', path(id))).toBe(404)
  })
})

describe('a body in which everything is optional', () => {
  const port = object({ pier: integer, boss: object({ name: text }) })

  it.each([
    [
      'of an operation without state',
      { '/port': { get: bare(port) } },
      '/port',
      { pier: 1, boss: { name: 'text' } },
    ],
    [
      'with a list among other things',
      { '/tides': { get: bare(object({ height: integer, hours: arrayOf(object({ hour: integer })) })) } },
      '/tides',
      { height: 1, hours: [{ hour: 1 }] },
    ],
    [
      'of an item that nothing creates',
      {
        '/ports/{portId}': {
          parameters: [inPath('portId')],
          get: bare(object({ portId: text, pier: integer })),
        },
      },
      '/ports/cork',
      { portId: 'cork', pier: 1 },
    ],
  ])('is filled: %s', async (_title, paths, path, filled) => {
    await using api = await serveSandbox(documentOf(paths))
    expect(await api.read(path)).toStrictEqual(filled)
  })
})
