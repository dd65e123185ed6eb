import express from 'express'
import { beforeAll, describe, expect, it } from 'vitest'
import { contractRouter, type OpenApiDocument } from '../src/index.ts'
import { bodyOf, createRouter, documentOf, echo, json, parameter, read, startSuite } from './service.ts'

const suite = startSuite()

const form = 'application/x-www-form-urlencoded'
const components = {
  schemas: {
    Item: {
      type: 'object',
      properties: { id: { $ref: '#/components/schemas/id' }, price: { multipleOf: 0.01 } },
    },
    id: { type: 'string', minLength: 2 },
    Three: { properties: { n: { default: 3 }, id: { $ref: '#/components/schemas/id' } } },
    Alias: { $ref: '#/components/schemas/Item/properties/id' },
    N: { type: 'object', properties: { z: { type: 'integer' } } },
    'a/b': { type: 'integer' },
    Pet: { type: 'object', discriminator: { propertyName: 'kind' } },
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { lives: { maximum: 9 } } }] },
    Tree: {
      $id: 'https://example.com/tree',
      $dynamicAnchor: 'node',
      properties: { below: { type: 'array', items: { $dynamicRef: '#node' } } },
    },
    StrictTree: {
      $id: 'https://example.com/strict-tree',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      unevaluatedProperties: false,
    },
  },
}
const flags = { type: 'object', properties: { n: { type: 'integer' } } }
const formOf = (schema: object, encoding: object = {}) => ({
  requestBody: { content: { [form]: { schema: { type: 'object', properties: { p: schema } }, encoding } } },
})
const integers = { type: 'array', items: { type: 'integer' } }
const tuple = { prefixItems: [{ type: 'string' }, { type: 'integer' }], items: { type: 'boolean' } }

const sendForm = (body: string): RequestInit => ({ method: 'POST', headers: { 'content-type': form }, body })

describe.each(['3.0.3', '3.1.0'])('in OpenAPI %s', (openapi) => {
  const send = async (
    operation: object,
    init: RequestInit = {},
    query = '',
  ): Promise<readonly [number, unknown]> => {
    const method = init.method ?? 'GET'
    const document = documentOf({ [`${method} /a`]: operation }, { components, openapi })
    const url = await suite.listen(express().use(await createRouter({}, { document })))
    return read(await fetch(`${url}/a${query}`, init))
  }

  it.each<[title: string, parameter: object, query: string, found: unknown]>([
    [
      'a name with brackets',
      { name: 'page[size]', schema: { type: 'integer' } },
      'page%5Bsize%5D=3',
      { 'page[size]': 3 },
    ],
    [
      'a reference into a component',
      { schema: { $ref: '#/components/schemas/Item/properties/id' } },
      'p=x',
      400,
    ],
    ['a reference to a reference', { schema: { $ref: '#/components/schemas/Alias' } }, 'p=xy', { p: 'xy' }],
    ['a reference that is encoded', { schema: { $ref: '#/components/schemas/a~1b' } }, 'p=5', { p: 5 }],
    [
      'a list behind a composition',
      { schema: { anyOf: [integers, { type: 'string', maxLength: 0 }] } },
      'p=1',
      { p: [1] },
    ],
    [
      'a delimiter within an item',
      { schema: { type: 'array', items: { type: 'string' } }, explode: false },
      'p=a%2Cb,c',
      { p: ['a,b', 'c'] },
    ],
    ['an empty flag', { schema: { type: 'boolean' }, allowEmptyValue: true }, 'p', {}],
    ['an empty flag that is not allowed', { schema: { type: 'boolean' } }, 'p', 400],
    ['an exponent', { schema: { allOf: [{ type: 'number' }] } }, 'p=1e3', 400],
    ['a multiple of a fraction', { schema: { type: 'number', multipleOf: 0.01 } }, 'p=19.99', { p: 19.99 }],
    ['a pattern without the flag u', { schema: { pattern: String.raw`^\@\_+$` } }, 'p=@__', { p: '@__' }],
    ['a default', { schema: { type: 'integer', default: 4 } }, '', { p: 4 }],
    ['a default of what is required', { required: true, schema: { type: 'integer', default: 4 } }, '', 400],
    ['a default that its schema rejects', { schema: { type: 'integer', default: '4' } }, '', {}],
    ['a name that objects inherit', { name: 'constructor', schema: { type: 'integer' } }, '', {}],
    ['a fault in one', { name: 'valueOf', schema: { type: 'integer' } }, 'valueOf=x', 400],
    ['a required one', { name: 'toString', required: true, schema: { type: 'integer' } }, '', 400],
  ])('takes %s', async (_title, written, query, found) => {
    const [status, body] = await send(
      { parameters: [{ name: 'p', in: 'query', ...written }] },
      {},
      `?${query}`,
    )
    expect(status === 200 ? (body as { query: unknown }).query : status).toStrictEqual(found)
  })

  it.each<[title: string, operation: object, init: RequestInit, found: unknown]>([
    [
      'a component named id',
      bodyOf('application/json', { $ref: '#/components/schemas/Item' }),
      json({ id: 'xy' }),
      { id: 'xy' },
    ],
    [
      'a fault in it',
      bodyOf('application/json', { $ref: '#/components/schemas/Item' }),
      json({ id: 'x' }),
      400,
    ],
    [
      'a price',
      bodyOf('application/json', { $ref: '#/components/schemas/Item' }),
      json({ price: 1234567890.12 }),
      { price: 1234567890.12 },
    ],
    [
      'half a cent',
      bodyOf('application/json', { $ref: '#/components/schemas/Item' }),
      json({ price: 1.005 }),
      400,
    ],
    [
      'a variant that a discriminator beside no union names',
      bodyOf('application/json', { $ref: '#/components/schemas/Pet' }),
      json({ kind: 'Cat', lives: 10 }),
      400,
    ],
    [
      '`nullable` without a type',
      bodyOf('application/json', { nullable: true, allOf: [{ $ref: '#/components/schemas/N' }] }),
      json({ z: 'x' }),
      400,
    ],
    [
      'defaults',
      bodyOf('application/json', {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'integer', default: 1 }, b: { type: 'integer', default: 2 } },
      }),
      json({ a: 0 }),
      { a: 0, b: 2 },
    ],
    [
      'a default of an alternative that it is not',
      bodyOf('application/json', {
        oneOf: [
          { required: ['a'], properties: { n: false } },
          { required: ['b'], allOf: [{ $ref: '#/components/schemas/Three' }] },
        ],
      }),
      json({ a: 0 }),
      { a: 0 },
    ],
    [
      'a default of what is required',
      bodyOf('application/json', {
        allOf: [{ properties: { a: { type: 'integer', default: 1 } } }, { required: ['a'] }],
      }),
      json({}),
      400,
    ],
    [
      'a deep object in a form',
      formOf(flags, { p: { style: 'deepObject', explode: true } }),
      sendForm('p[n]=3'),
      { p: { n: 3 } },
    ],
    ['a fault in one', formOf(flags, { p: { style: 'deepObject', explode: true } }), sendForm('p[n]=x'), 400],
    [
      'a joined list in a form',
      formOf(integers, { p: { explode: false } }),
      sendForm('p=1,2'),
      { p: [1, 2] },
    ],
    ['JSON in a form', formOf(flags), sendForm('p=%7B%22n%22:3%7D'), { p: { n: 3 } }],
    ['a number as text', bodyOf('text/plain', { type: 'integer' }), { method: 'POST', body: '5' }, '5'],
    ['a fault in it', bodyOf('text/plain', { type: 'integer' }), { method: 'POST', body: 'x' }, 400],
    [
      'names that objects inherit',
      bodyOf('application/json', { properties: { toString: { type: 'string' }, n: { default: 3 } } }),
      json({}),
      { n: 3 },
    ],
    [
      'a fault in one of these',
      bodyOf('application/json', { properties: { toString: { type: 'string' } } }),
      json({ toString: 5 }),
      400,
    ],
    [
      'a required one of these',
      bodyOf('application/json', { type: 'object', required: ['valueOf'] }),
      json({}),
      400,
    ],
    [
      'a default that its schema rejects',
      bodyOf('application/json', { properties: { n: { enum: ['a'], default: '' }, m: { default: 3 } } }),
      json({}),
      { m: 3 },
    ],
  ])('takes a body with %s', async (_title, operation, init, found) => {
    const [status, answer] = await send(operation, init)
    expect(status === 200 ? (answer as { body: unknown }).body : status).toStrictEqual(found)
  })

  it('names files in UTF-8', async () => {
    const body = new FormData()
    body.append('f', new Blob(['x'], { type: 'image/png' }), 'Größe-€.png')
    body.append('n', '3')
    const schema = {
      type: 'object',
      properties: { f: { type: 'string', format: 'binary' }, n: { type: 'integer' } },
    }
    const document = documentOf({ 'POST /a': bodyOf('multipart/form-data', schema) }, { openapi })
    const url = await suite.listen(express().use(await createRouter({}, { document })))
    const bytes = new Uint8Array(await new Response(body).arrayBuffer())
    const { headers } = new Request(url, { method: 'POST', body })
    const type = headers.get('content-type') ?? ''
    const boundary = /boundary=(.*)$/.exec(type)?.[1] ?? ''
    const sent = new TextDecoder().decode(bytes).slice(2).split('\r\n')[0] ?? ''
    const response = await fetch(`${url}/a`, {
      method: 'POST',
      headers: { 'content-type': type.replace(boundary, sent) },
      body: bytes,
    })
    expect(await read(response)).toMatchObject([
      200,
      { body: { f: '', n: 3 }, files: [{ name: 'Größe-€.png' }] },
    ])
  })
})

const metaOf = (value: object) => new Blob([JSON.stringify(value)], { type: 'application/json' })

/** Sends parts as a browser does: each with its type as a file. */
const sendParts = (parts: Readonly<Record<string, Blob | string>>): RequestInit => {
  const body = new FormData()
  for (const [name, part] of Object.entries(parts)) body.append(name, part)
  return { method: 'POST', body }
}

describe('a file of a multipart form', () => {
  const file = { type: 'string', format: 'binary' }
  const schema = { properties: { file: { ...file, maxLength: 3, minLength: 1 }, meta: flags } }
  let url: string
  beforeAll(async () => {
    url = await serve(documentOf({ 'POST /a': bodyOf('multipart/form-data', schema) }))
  })
  it.each<[title: string, parts: Readonly<Record<string, Blob | string>>, found: unknown]>([
    ['may be JSON that is a value', { meta: metaOf({ n: 3 }) }, { meta: { n: 3 } }],
    ['is judged if it is', { meta: metaOf({ n: 'x' }) }, 400],
    ['has a length in bytes', { file: new Blob(['ü']) }, { file: '' }],
    ['may be too long', { file: new Blob(['üü']) }, 400],
    ['may be too short', { file: new Blob(['']) }, 400],
    ['may be JSON that is a file', { file: new Blob(['[]'], { type: 'application/json' }) }, { file: '' }],
  ])('%s', async (_title, parts, found) => {
    const [status, answer] = await read(await fetch(`${url}/a`, sendParts(parts)))
    expect(status === 200 ? (answer as { body: unknown }).body : status).toStrictEqual(found)
  })

  it.each([
    ['has no boundary', 'multipart/form-data', 'x'],
    ['has a boundary that does not occur', 'multipart/form-data; boundary=XX', 'x'],
    ['has a broken part', 'multipart/form-data; boundary=XX', `--XX\r\nbad\r\n\r\n${'x'.repeat(100_000)}`],
  ])('gets a response where the form %s', async (_title, type, body) => {
    const headers = { 'content-type': type }
    const answer = await read(await fetch(`${url}/a`, { method: 'POST', headers, body }))
    expect(answer).toMatchObject([400, { detail: expect.stringContaining('is not a valid form') }])
  })
})

describe('the fields of a form', () => {
  let url: string
  beforeAll(async () => {
    const deep = { d: { style: 'deepObject', explode: true } }
    const schema = { properties: { d: { type: 'object' } } }
    const content = { [form]: { schema, encoding: deep } }
    url = await serve(documentOf({ 'POST /a': { requestBody: { content } } }))
  })

  // The work of a form must not grow with the square of its fields.
  it('may be many that nothing declares', { timeout: 10_000 }, async () => {
    const names = Array.from({ length: 9000 }, (_, index) => `x${index}[a]`)
    const [status, answer] = await read(
      await fetch(`${url}/a`, sendForm(names.map((name) => `${name}=1`).join('&'))),
    )
    expect([status, Object.keys((answer as { body: object }).body).length]).toStrictEqual([200, 9000])
  })

  it('have brackets of a limited depth', async () => {
    const deepest = `d${'[a]'.repeat(80_000)}`
    const [status, answer] = await read(await fetch(`${url}/a`, sendForm(`${deepest}=1`)))
    const [name] = Object.keys((answer as { body: object }).body)
    expect([status, name === deepest]).toStrictEqual([200, true])
  })
})

const serve = async (document: object, options: object = {}): Promise<string> =>
  suite.listen(express().use(await createRouter({}, { document: document as OpenApiDocument, ...options })))
const statusOf = async (url: string, init?: RequestInit): Promise<number> => (await fetch(url, init)).status

const tree = (name: string) => bodyOf('application/json', { $ref: `#/components/schemas/${name}` })
const numbered = (name: string) => ({ parameters: [parameter('path', name, { type: 'integer' })] })

describe('a document from the wild', () => {
  it('has tuples of any length', async () => {
    const url = await serve(documentOf({ 'POST /a': bodyOf('application/json', tuple) }))
    const bodies = [['a', 1], ['a'], ['a', 'b'], ['a', 1, true], ['a', 1, 2]]
    const statuses = await Promise.all(bodies.map((body) => statusOf(`${url}/a`, json(body))))
    expect(statuses).toStrictEqual([200, 200, 400, 200, 400])
  })

  // The work of a list must not grow with the square of its items.
  it('has lists of many unique objects', { timeout: 10_000 }, async () => {
    const unique = { type: 'array', uniqueItems: true }
    const url = await serve(documentOf({ 'POST /a': bodyOf('application/json', unique) }))
    const items = Array.from({ length: 4500 }, (_, index) => ({ index, list: [index] }))
    const bodies = [items, [...items, { list: [3], index: 3 }]]
    const statuses = await Promise.all(bodies.map((body) => statusOf(`${url}/a`, json(body))))
    expect(statuses).toStrictEqual([200, 400])
  })

  it('has lists that contain something several times', async () => {
    const twice = { contains: { const: 5 }, minContains: 2 }
    const url = await serve(documentOf({ 'POST /a': bodyOf('application/json', twice) }))
    const statuses = await Promise.all([[5], [5, 5]].map((body) => statusOf(`${url}/a`, json(body))))
    expect(statuses).toStrictEqual([400, 200])
  })

  it('has references that depend on the way to them', async () => {
    const url = await serve(
      documentOf({ 'POST /open': tree('Tree'), 'POST /strict': tree('StrictTree') }, { components }),
    )
    const body = json({ below: [{ below: [{ more: 1 }] }] })
    expect([await statusOf(`${url}/open`, body), await statusOf(`${url}/strict`, body)]).toStrictEqual([
      200, 400,
    ])
  })

  it('serves operations where their own servers are', async () => {
    const document = documentOf(
      { 'GET /n': {}, 'GET /z': {} },
      { servers: [{ url: 'https://api.example.com/v1' }] },
    )
    Object.assign((document.paths as Record<string, object>)['/n']!, { servers: [{ url: '/beta' }] })
    const url = await serve(document)
    const paths = ['/beta/n', '/v1/n', '/v1/z', '/beta/z']
    expect(await Promise.all(paths.map((path) => statusOf(url + path)))).toStrictEqual([200, 404, 200, 404])
  })

  it('has one path under two names', async () => {
    const document = documentOf({
      'GET /pets/{id}': numbered('id'),
      'PUT /pets/{petId}': numbered('petId'),
      'GET /pets/{petId}': numbered('petId'),
    })
    const unsupported: string[] = []
    const url = await serve(document, {
      onUnsupported: ({ operationId }: { operationId: string }) => unsupported.push(operationId),
    })
    const paths = [await fetch(`${url}/pets/1`), await fetch(`${url}/pets/1`, { method: 'PUT' })]
    expect(await Promise.all(paths.map((response) => response.json()))).toMatchObject([
      { path: { id: 1 } },
      { path: { petId: 1 } },
    ])
    expect(unsupported).toStrictEqual(['GET /pets/{petId}'])
  })

  it('has operations of OpenAPI 3.2', async () => {
    const url = await serve({
      ...documentOf({ 'QUERY /a': bodyOf('application/json', { type: 'integer' }) }),
      openapi: '3.2.0',
    })
    expect(await read(await fetch(`${url}/a`, json(3, 'QUERY')))).toMatchObject([200, { body: 3 }])
  })

  it('has methods that Node does not read, which are named', async () => {
    const { paths, ...document } = documentOf({ 'GET /a': {} })
    const additionalOperations = {
      BREW: { operationId: 'brew', responses: { default: { description: '' } } },
    }
    const item = { ...(paths as Record<string, object>)['/a'], additionalOperations }
    const reasons: string[] = []
    const router = await contractRouter<Record<string, never>>({
      document: { ...document, openapi: '3.2.0', paths: { '/a': item } },
      handlers: { 'GET /a': echo } as never,
      onUnsupported: ({ operationId }, { message }) => void reasons.push(`${operationId}: ${message}`),
    })
    expect(reasons).toStrictEqual(['brew: Node reads no requests with the method BREW.'])
    expect(await statusOf(`${await suite.listen(express().use(router))}/a`)).toBe(200)
  })

  it('is of Swagger 2.0', async () => {
    const notes: string[] = []
    const url = await serve(
      {
        swagger: '2.0',
        info: { title: 'Pets', version: '1' },
        basePath: '/v2',
        consumes: ['application/json'],
        produces: ['application/json', 'application/problem+json'],
        paths: {
          '/pets': {
            post: {
              operationId: 'POST /pets',
              parameters: [
                { in: 'body', name: 'pet', required: true, schema: { type: 'object', required: ['name'] } },
              ],
              responses: { default: { description: '', schema: {} } },
            },
          },
        },
      },
      { onNote: (note: string) => notes.push(note) },
    )
    const statuses = await Promise.all(
      [{ name: 'a' }, {}].map((body) => statusOf(`${url}/v2/pets`, json(body))),
    )
    expect([statuses, notes]).toStrictEqual([[200, 400], [expect.stringContaining('Swagger')]])
  })

  it('has bodies that nothing reads, which are named', async () => {
    const notes: string[] = []
    const xml = bodyOf('application/xml', { type: 'object' })
    await serve(documentOf({ 'POST /a': xml }), { onNote: (note: string) => notes.push(note) })
    expect(notes).toStrictEqual([expect.stringContaining('POST /a as application/xml is not checked')])
  })

  it('has defaults that are none, which are named once', async () => {
    const notes: string[] = []
    const schema = { properties: { n: { type: 'integer', default: 'x' } } }
    const operation = bodyOf('application/json', schema)
    await serve(documentOf({ 'POST /a': operation }), { onNote: (note: string) => notes.push(note) })
    expect(notes).toStrictEqual([expect.stringMatching(/^The default at #.*properties\/n is not valid/)])
  })

  it('has a pattern that is none', async () => {
    const notes: string[] = []
    const url = await serve(documentOf({ 'POST /a': bodyOf('application/json', { pattern: '(' }) }), {
      onNote: (note: string) => notes.push(note),
    })
    expect(await statusOf(`${url}/a`, json('x'))).toBe(200)
    expect(notes).toStrictEqual([expect.stringContaining('is not a regular expression')])
  })
})
