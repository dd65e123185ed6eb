import { describe, expect, it } from 'vitest'
import { serveSandbox } from './serve.ts'
import {
  arrayOf,
  body,
  collection,
  documentOf,
  empty,
  errors,
  inPath,
  integer,
  json,
  object,
  type Part,
  ref,
  shows,
  takes,
  text,
} from './small-documents.ts'

type Thing = Readonly<Record<string, unknown>>

/** A sandbox of things with an id and a name that the server and the client set. */
const serveThings = (id: Part, more: Part = {}, required: readonly string[] = []) => {
  const thing = object({ id: { ...id, readOnly: true }, name: text, ...more }, ['id', 'name', ...required])
  return serveSandbox(
    documentOf(collection('/things/{thingId}', thing, { id, moreOfItem: { delete: empty(404) } })),
  )
}

describe('ids of new items', () => {
  it.each([
    ['a UUID', { ...text, format: 'uuid' }, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/],
    ['a pattern', { ...text, pattern: '^th_[a-z0-9]{6}$' }, /^th_[a-z\d]{6}$/],
    ['the prefix of an example', { ...text, example: 'thing_7f3a91c2' }, /^thing_[\da-z]{8}$/],
    ['a URI that fits into a path', { ...text, format: 'uri' }, /^urn:uuid:[\da-f-]{36}$/],
    ['a ULID', { ...text, example: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, /^01[\dA-HJKMNP-TV-Z]{24}$/],
    ['a number from the minimum on', { type: 'integer', minimum: 1000 }, /^100\d$/],
  ])('have the form of %s, and are never given again', async (_form, schema, pattern) => {
    await using api = await serveThings(schema)
    const ids = new Set<string>()
    for (const name of ['one', 'two', 'three']) {
      const { id } = (await api.send('POST', '/things', { name })).json as Thing
      expect(String(id)).toMatch(pattern)
      ids.add(String(id))
      expect(await api.status('DELETE', `/things/${String(id)}`)).toBe(204)
    }
    expect(ids.size).toBe(3)
  })

  it('are made from the name where they are slugs', async () => {
    const page = object({ slug: { ...text, pattern: '^[a-z0-9-]+$' }, title: text }, ['slug', 'title'])
    const paths = collection('/pages/{slug}', page, { id: text, sent: object({ title: text }) })
    await using api = await serveSandbox(documentOf(paths))
    const slugOf = async (title: string) => (await api.send('POST', '/pages', { title })).json
    expect(await slugOf('Über uns!')).toMatchObject({ slug: 'uber-uns' })
    expect(await slugOf('Über uns')).toMatchObject({ slug: 'uber-uns-1' })
    expect(await api.read('/pages/uber-uns')).toMatchObject({ title: 'Über uns!' })
  })

  it('are those that clients choose', async () => {
    const user = object({ username: text, age: integer }, ['username'])
    await using api = await serveSandbox(documentOf(collection('/users/{username}', user, { id: text })))
    expect(await api.status('POST', '/users', { username: 'ada', age: 36 })).toBe(201)
    expect(await api.read('/users/ada')).toStrictEqual({ username: 'ada', age: 36 })
    expect(await api.status('POST', '/users', { username: 'ada' })).toBe(409)
  })
})

describe('properties that only the server sets', () => {
  const moment = { type: 'string', format: 'date-time', readOnly: true }

  it('are filled in by their names', async () => {
    const server: Part = {
      createdAt: moment,
      updatedAt: moment,
      deletedAt: moment,
      version: { type: 'integer', readOnly: true },
      self: { type: 'string', format: 'uri-reference', readOnly: true },
      url: { type: 'string', format: 'uri', readOnly: true },
      owner: { type: ['object', 'null'], readOnly: true },
      state: { enum: ['archived', 'draft', 'live'], readOnly: true },
      size: { type: 'string', default: 'medium' },
      tags: { ...arrayOf(text), readOnly: true },
    }
    await using api = await serveThings(integer, server, ['owner', 'tags', 'createdAt', 'updatedAt'])
    api.sandbox.clock.set(Date.parse('2030-01-02T03:04:05Z'), true)
    const time = '2030-01-02T03:04:05.000Z'
    expect((await api.send('POST', '/things', { name: 'one' })).json).toStrictEqual({
      id: 1,
      name: 'one',
      createdAt: time,
      updatedAt: time,
      version: 1,
      self: '/things/1',
      url: `${api.url}/things/1`,
      owner: null,
      state: 'draft',
      size: 'medium',
      tags: [],
    })
  })

  it.each([
    [
      'are not taken from a request that has them beyond its schema',
      object({ name: text }),
      object({ id: integer, name: text, version: integer }, ['id', 'version']),
      { name: 'one', id: 77, version: 9 },
      { id: 1, name: 'one', version: 1 },
    ],
    [
      'are left to the client where a request may set them',
      object({ createdAt: { type: 'string', format: 'date-time' } }),
      object({ id: { ...integer, readOnly: true }, createdAt: { type: 'string', format: 'date-time' } }),
      { createdAt: '2001-01-01T00:00:00Z' },
      { id: 1, createdAt: '2001-01-01T00:00:00Z' },
    ],
  ])('%s', async (_title, sent, shown, given, created) => {
    await using api = await serveSandbox(documentOf(collection('/events/{id}', shown, { sent })))
    expect((await api.send('POST', '/events', given)).json).toStrictEqual(created)
  })

  it('hold new ids in the parts of an item, too', async () => {
    const line = object(
      {
        id: { ...text, format: 'uuid', readOnly: true },
        sku: text,
        quantity: { type: 'integer', default: 1 },
      },
      ['id', 'sku'],
    )
    await using api = await serveThings(integer, { lines: arrayOf(line) })
    const sent = { name: 'order', lines: [{ sku: 'a' }, { sku: 'b', quantity: 2 }] }
    const { lines } = (await api.send('POST', '/things', sent)).json as { readonly lines: readonly Thing[] }
    expect(lines.map(({ id: _id, ...rest }) => rest)).toStrictEqual([
      { sku: 'a', quantity: 1 },
      { sku: 'b', quantity: 2 },
    ])
    expect(new Set(lines.map(({ id }) => id)).size).toBe(2)
    expect(await api.read('/things/1')).toMatchObject({ lines })
  })
})

describe('bodies of other forms', () => {
  it('may have an envelope, or attributes of JSON:API', async () => {
    const mediaType = 'application/vnd.api+json'
    const type = { const: 'books' }
    const attributes = object(
      { title: text, createdAt: { type: 'string', format: 'date-time', readOnly: true } },
      ['title'],
    )
    const shown = object({ data: object({ type, id: text, attributes }, ['type', 'id', 'attributes']) }, [
      'data',
    ])
    const requestBody = body(
      object({ data: object({ type, attributes }, ['type', 'attributes']) }, ['data']),
      mediaType,
    )
    const paths = collection('/books/{id}', shown, {
      id: text,
      more: { post: { requestBody, responses: { 201: json(shown), ...errors(400) } } },
      moreOfItem: { patch: { requestBody, ...shows(shown, 404) } },
    })
    await using api = await serveSandbox(documentOf(paths))
    api.sandbox.clock.set(0, true)
    const send = async (method: string, path: string, title: string) => {
      const data = { type: 'books', attributes: { title } }
      return (await api.send(method, path, { data }, { 'content-type': mediaType })).json as {
        readonly data: Thing
      }
    }
    const createdAt = '1970-01-01T00:00:00.000Z'
    const { data } = await send('POST', '/books', 'Nils')
    const { id } = data
    expect(data).toStrictEqual({ type: 'books', id, attributes: { title: 'Nils', createdAt } })
    expect(await send('PATCH', `/books/${String(id)}`, 'Nils, in short')).toStrictEqual({
      data: { type: 'books', id, attributes: { title: 'Nils, in short', createdAt } },
    })
  })

  it('may be forms, whose files leave their name, size and media type', async () => {
    const facts = { caption: text, filename: text, size: integer, contentType: text, sha256: text }
    const file = object({ id: integer, ...facts }, ['id'])
    const form = object({ caption: text, file: { type: 'string', format: 'binary' } }, ['file'])
    const post = {
      requestBody: body(form, 'multipart/form-data'),
      responses: { 201: json(file), ...errors(400) },
    }
    await using api = await serveSandbox(documentOf(collection('/files/{id}', file, { more: { post } })))
    const data = new FormData()
    data.append('caption', 'A note')
    data.append('file', new Blob(['hello'], { type: 'text/plain' }), 'note.txt')
    expect((await fetch(`${api.url}/files`, { method: 'POST', body: data })).status).toBe(201)
    expect(await api.read('/files/1')).toStrictEqual({
      id: 1,
      caption: 'A note',
      filename: 'note.txt',
      size: 5,
      contentType: 'text/plain',
      sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    })
  })
})

describe('a creation at a path of its own', () => {
  it('responds with the id where that is all', async () => {
    const note = object({ id: { ...text, readOnly: true }, name: text }, ['id', 'name'])
    const paths = collection('/notes/{noteId}', note, {
      id: text,
      more: { post: takes(object({ name: text }), { responses: { 201: json(text) } }) },
    })
    await using api = await serveSandbox(documentOf(paths))
    const { json: id } = await api.send('POST', '/notes', { name: 'one' })
    expect(await api.read(`/notes/${String(id)}`)).toStrictEqual({ id, name: 'one' })
  })

  it('makes an item of the kind that its response shows', async () => {
    const schemas = { User: object({ id: integer, email: text }, ['id', 'email']) }
    const sent = object({ email: text }, ['email'])
    const paths = {
      '/registrations': { post: takes(sent, { responses: { 201: json(ref('User')), ...errors(400) } }) },
      '/users/{userId}': { parameters: [inPath('userId', integer)], get: shows(ref('User'), 404) },
      '/users': { get: shows(arrayOf(ref('User'))) },
    }
    await using api = await serveSandbox(documentOf(paths, schemas))
    const created = await api.send('POST', '/registrations', { email: 'ada@example.com' })
    const { id } = created.json as Thing
    expect(await api.read(`/users/${String(id)}`)).toStrictEqual({ id, email: 'ada@example.com' })
  })
})
