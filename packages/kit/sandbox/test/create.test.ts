import { describe, expect, it } from 'vitest'
import { serveSandbox } from './serve.ts'
import { body, documentOf, errors, inPath, json, object, type Part, ref } from './small-documents.ts'

const things = (id: Part, extra: Part = {}, required: readonly string[] = []): Part => ({
  Thing: object({ id: { ...id, readOnly: true }, name: { type: 'string' }, ...extra }, [
    'id',
    'name',
    ...required,
  ]),
})

const paths = (name: string, parameter: string, idSchema: Part): Part => ({
  [`/${name}`]: {
    post: {
      requestBody: body(ref('Thing')),
      responses: {
        201: { ...json(ref('Thing')), headers: { Location: { schema: { type: 'string' } } } },
        ...errors('4XX'),
      },
    },
    get: { responses: { 200: json({ type: 'array', items: ref('Thing') }) } },
  },
  [`/${name}/{${parameter}}`]: {
    parameters: [inPath(parameter, idSchema)],
    get: { responses: { 200: json(ref('Thing')), ...errors(404) } },
    delete: { responses: { 204: { description: 'Gone.' }, ...errors(404) } },
  },
})

const served = (id: Part, extra?: Part, required?: readonly string[]) =>
  serveSandbox(documentOf(paths('things', 'thingId', id), things(id, extra, required)))

type Thing = Readonly<Record<string, unknown>>

describe('ids of new items', () => {
  it.each([
    [
      'a UUID',
      { type: 'string', format: 'uuid' },
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/,
    ],
    ['a pattern', { type: 'string', pattern: '^th_[a-z0-9]{6}$' }, /^th_[a-z\d]{6}$/],
    ['the prefix of an example', { type: 'string', example: 'thing_7f3a91c2' }, /^thing_[\da-z]{8}$/],
    ['a ULID', { type: 'string', example: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, /^01[\dA-HJKMNP-TV-Z]{24}$/],
    ['a number from the minimum on', { type: 'integer', minimum: 1000 }, /^100\d$/],
  ])('have the form of %s', async (_form, schema, pattern) => {
    await using api = await served(schema)
    const ids = []
    for (const name of ['one', 'two', 'three']) {
      const { json: thing } = await api.send('POST', '/things', { name })
      ids.push(String((thing as Thing)['id']))
    }
    expect(new Set(ids).size).toBe(3)
    for (const id of ids) expect(id).toMatch(pattern)
  })

  it('are never given again', async () => {
    await using api = await served({ type: 'integer' })
    await api.send('POST', '/things', { name: 'one' })
    const second = await api.send('POST', '/things', { name: 'two' })
    expect(second.json).toMatchObject({ id: 2 })
    expect((await api.send('DELETE', '/things/2')).status).toBe(204)
    expect((await api.send('POST', '/things', { name: 'three' })).json).toMatchObject({ id: 3 })
  })

  it('are made from the name where they are slugs', async () => {
    const document = documentOf(
      {
        '/pages': {
          post: {
            requestBody: body(object({ title: { type: 'string' } })),
            responses: { 201: json(ref('Page')), ...errors(400) },
          },
        },
        '/pages/{slug}': {
          parameters: [inPath('slug')],
          get: { responses: { 200: json(ref('Page')), ...errors(404) } },
        },
      },
      {
        Page: object({ slug: { type: 'string', pattern: '^[a-z0-9-]+$' }, title: { type: 'string' } }, [
          'slug',
          'title',
        ]),
      },
    )
    await using api = await serveSandbox(document)
    expect((await api.send('POST', '/pages', { title: 'Über uns!' })).json).toMatchObject({
      slug: 'uber-uns',
    })
    expect((await api.send('POST', '/pages', { title: 'Über uns' })).json).toMatchObject({
      slug: 'uber-uns-1',
    })
    expect((await api.send('GET', '/pages/uber-uns')).json).toMatchObject({ title: 'Über uns!' })
  })

  it('are those that clients choose', async () => {
    const user = object({ username: { type: 'string' }, age: { type: 'integer' } }, ['username'])
    const document = documentOf({
      '/users': { post: { requestBody: body(user), responses: { 201: json(user), ...errors(409) } } },
      '/users/{username}': {
        parameters: [inPath('username')],
        get: { responses: { 200: json(user), ...errors(404) } },
      },
    })
    await using api = await serveSandbox(document)
    expect((await api.send('POST', '/users', { username: 'ada', age: 36 })).status).toBe(201)
    expect((await api.send('GET', '/users/ada')).json).toStrictEqual({ username: 'ada', age: 36 })
    expect((await api.send('POST', '/users', { username: 'ada' })).status).toBe(409)
  })
})

describe('properties that only the server sets', () => {
  const moment = { type: 'string', format: 'date-time', readOnly: true }

  it('are filled in by their names', async () => {
    await using api = await served(
      { type: 'integer' },
      {
        createdAt: moment,
        updatedAt: moment,
        deletedAt: moment,
        version: { type: 'integer', readOnly: true },
        self: { type: 'string', format: 'uri-reference', readOnly: true },
        url: { type: 'string', format: 'uri', readOnly: true },
        owner: { type: ['object', 'null'], readOnly: true },
        state: { enum: ['archived', 'draft', 'live'], readOnly: true },
        size: { type: 'string', default: 'medium' },
        tags: { type: 'array', items: { type: 'string' }, readOnly: true },
      },
      ['owner', 'tags', 'createdAt', 'updatedAt'],
    )
    api.sandbox.clock.set(Date.parse('2030-01-02T03:04:05Z'), true)
    const { json: thing } = await api.send('POST', '/things', { name: 'one' })
    const time = '2030-01-02T03:04:05.000Z'
    expect(thing).toStrictEqual({
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

  it('are not taken from a request that has them beyond its schema', async () => {
    const shown = object(
      { id: { type: 'integer' }, name: { type: 'string' }, version: { type: 'integer' } },
      ['id', 'version'],
    )
    const document = documentOf({
      '/things': {
        post: {
          requestBody: body(object({ name: { type: 'string' } })),
          responses: { 201: json(shown), ...errors(400) },
        },
      },
      '/things/{id}': {
        parameters: [inPath('id', { type: 'integer' })],
        get: { responses: { 200: json(shown), ...errors(404) } },
      },
    })
    await using api = await serveSandbox(document)
    const created = await api.send('POST', '/things', { name: 'one', id: 77, version: 9 })
    expect(created.json).toStrictEqual({ id: 1, name: 'one', version: 1 })
  })

  it('are left to the client where a request may set them', async () => {
    const event = object({
      id: { type: 'integer', readOnly: true },
      createdAt: { type: 'string', format: 'date-time' },
    })
    const document = documentOf({
      '/events': { post: { requestBody: body(event), responses: { 201: json(event), ...errors(400) } } },
      '/events/{id}': {
        parameters: [inPath('id', { type: 'integer' })],
        get: { responses: { 200: json(event), ...errors(404) } },
      },
    })
    await using api = await serveSandbox(document)
    const created = await api.send('POST', '/events', { createdAt: '2001-01-01T00:00:00Z' })
    expect(created.json).toStrictEqual({ id: 1, createdAt: '2001-01-01T00:00:00Z' })
  })

  it('hold new ids in the parts of an item, too', async () => {
    const line = object(
      {
        id: { type: 'string', format: 'uuid', readOnly: true },
        sku: { type: 'string' },
        quantity: { type: 'integer', default: 1 },
      },
      ['id', 'sku'],
    )
    await using api = await served({ type: 'integer' }, { lines: { type: 'array', items: line } })
    const { json: thing } = await api.send('POST', '/things', {
      name: 'order',
      lines: [{ sku: 'a' }, { sku: 'b', quantity: 2 }],
    })
    const { lines } = thing as { readonly lines: readonly Thing[] }
    expect(lines).toMatchObject([
      { sku: 'a', quantity: 1 },
      { sku: 'b', quantity: 2 },
    ])
    expect(new Set(lines.map(({ id }) => id)).size).toBe(2)
    expect((await api.send('GET', '/things/1')).json).toStrictEqual(thing)
  })
})

describe('bodies of other forms', () => {
  it('may have an envelope, or attributes of JSON:API', async () => {
    const attributes = object(
      { title: { type: 'string' }, createdAt: { type: 'string', format: 'date-time', readOnly: true } },
      ['title'],
    )
    const type = { const: 'books' }
    const shown = object(
      { data: object({ type, id: { type: 'string' }, attributes }, ['type', 'id', 'attributes']) },
      ['data'],
    )
    const sent = object({ data: object({ type, attributes }, ['type', 'attributes']) }, ['data'])
    const document = documentOf({
      '/books': {
        post: {
          requestBody: body(sent, 'application/vnd.api+json'),
          responses: { 201: json(shown), ...errors(400) },
        },
      },
      '/books/{id}': {
        parameters: [inPath('id')],
        get: { responses: { 200: json(shown), ...errors(404) } },
        patch: {
          requestBody: body(sent, 'application/vnd.api+json'),
          responses: { 200: json(shown), ...errors(404) },
        },
      },
    })
    await using api = await serveSandbox(document)
    api.sandbox.clock.set(0, true)
    const headers = { 'content-type': 'application/vnd.api+json' }
    const created = await api.send(
      'POST',
      '/books',
      { data: { type: 'books', attributes: { title: 'Nils' } } },
      headers,
    )
    const { data } = created.json as { readonly data: Thing }
    expect(data).toMatchObject({
      type: 'books',
      attributes: { title: 'Nils', createdAt: '1970-01-01T00:00:00.000Z' },
    })
    const path = `/books/${String(data['id'])}`
    const changed = await api.send(
      'PATCH',
      path,
      { data: { type: 'books', attributes: { title: 'Nils, in short' } } },
      headers,
    )
    expect(changed.json).toMatchObject({
      data: {
        id: data['id'],
        attributes: { title: 'Nils, in short', createdAt: '1970-01-01T00:00:00.000Z' },
      },
    })
  })

  it('may be forms, whose files leave their name, size and media type', async () => {
    const file = object(
      {
        id: { type: 'integer' },
        caption: { type: 'string' },
        filename: { type: 'string' },
        size: { type: 'integer' },
        contentType: { type: 'string' },
        sha256: { type: 'string' },
      },
      ['id'],
    )
    const form = object({ caption: { type: 'string' }, file: { type: 'string', format: 'binary' } }, ['file'])
    const document = documentOf({
      '/files': {
        post: {
          requestBody: body(form, 'multipart/form-data'),
          responses: { 201: json(file), ...errors(400) },
        },
      },
      '/files/{id}': {
        parameters: [inPath('id', { type: 'integer' })],
        get: { responses: { 200: json(file), ...errors(404) } },
      },
    })
    await using api = await serveSandbox(document)
    const data = new FormData()
    data.append('caption', 'A note')
    data.append('file', new Blob(['hello'], { type: 'text/plain' }), 'note.txt')
    const payload = new Response(data)
    const bytes = await payload.arrayBuffer()
    const contentType = payload.headers.get('content-type') ?? ''
    const created = await fetch(`${api.url}/files`, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': contentType },
    })
    expect(created.status).toBe(201)
    expect((await api.send('GET', '/files/1')).json).toStrictEqual({
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
  const user = object({ id: { type: 'integer' }, email: { type: 'string' } }, ['id', 'email'])
  const sent = body(object({ email: { type: 'string' } }, ['email']))
  const documentWith = (response: Part): ReturnType<typeof documentOf> =>
    documentOf(
      {
        '/registrations': { post: { requestBody: sent, responses: { 201: json(response), ...errors(400) } } },
        '/users/{userId}': {
          parameters: [inPath('userId', { type: 'integer' })],
          get: { responses: { 200: json(ref('User')), ...errors(404) } },
        },
        '/users': { get: { responses: { 200: json({ type: 'array', items: ref('User') }) } } },
      },
      { User: user },
    )

  it('makes an item of the kind that its response shows', async () => {
    await using api = await serveSandbox(documentWith(ref('User')))
    const created = await api.send('POST', '/registrations', { email: 'ada@example.com' })
    const { id } = created.json as { readonly id: number }
    expect((await api.send('GET', `/users/${id}`)).json).toStrictEqual({ id, email: 'ada@example.com' })
  })
})
