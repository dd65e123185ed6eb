import express from 'express'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type ErrorMapper, type Problem, RequestError } from '../src/index.ts'
import { bodyOf, createRouter, documentOf, json, parameter, read, startSuite } from './service.ts'

const suite = startSuite()

const card = {
  type: 'object',
  required: ['quantity'],
  properties: {
    quantity: { type: 'integer', minimum: 1 },
    'a/b~c': { type: 'boolean' },
    id: { type: 'integer', readOnly: true },
    secret: { type: 'string', writeOnly: true },
    size: { type: 'string', default: 'm' },
  },
  additionalProperties: false,
}
const text = { type: 'string' }
const integer = { type: 'integer' }
const deep = { style: 'deepObject' }
const range = {
  type: 'object',
  minProperties: 1,
  required: ['from'],
  additionalProperties: false,
  properties: { from: integer, to: integer },
}
const operations = {
  'GET /items/{item-id}': {
    parameters: [
      parameter('path', 'item-id', integer),
      parameter('query', 'limit', { type: 'integer', default: 10 }),
      parameter('query', 'price', { type: 'number' }),
      parameter('query', 'is-new', { type: 'boolean' }),
      parameter('query', 'word', { type: 'string', minLength: 2 }),
      parameter('query', 'filter', { type: 'object', properties: { n: integer } }, deep),
      parameter(
        'query',
        'pipes',
        { type: 'array', items: integer },
        { style: 'pipeDelimited', explode: false },
      ),
      parameter('header', 'X-Count', integer),
      parameter('header', 'X-Judged', integer),
      parameter('cookie', 'visits', integer),
      parameter('cookie', 'mode', text),
    ],
  },
  'GET /ranges': { parameters: [parameter('query', 'range', range, deep)] },
  'GET /texts': { parameters: [parameter('query', 'at', { type: 'object', properties: { text } }, deep)] },
  'GET /required': {
    parameters: [
      parameter('query', 'q', text, { required: true }),
      parameter('header', 'X-Key', text, { required: true }),
      parameter('cookie', 'session', text, { required: true }),
    ],
  },
  'POST /cards': bodyOf('application/json', {
    type: 'object',
    properties: { cards: { type: 'array', items: card } },
  }),
  'POST /numbers': bodyOf('application/json', { type: 'array', items: integer }),
  'POST /addresses': bodyOf('application/json', {
    properties: {
      state: { type: 'string', minLength: 2, maxLength: 2, pattern: '^[A-Z]+$', example: 'OR' },
      tags: { type: 'array', minItems: 1 },
    },
  }),
  'POST /formats': bodyOf('application/json', {
    properties: {
      at: { type: 'string', format: 'date-time' },
      id: { type: 'string', format: 'uuid' },
      plate: { type: 'string', format: 'licence-plate' },
      // Ajv knows it, and no specification does.
      site: { type: 'string', format: 'url' },
    },
  }),
}

/** Problems in place of a body: as few words as tests need. */
const listProblems: ErrorMapper = (error) =>
  error instanceof RequestError
    ? { status: error.status, body: error.problems }
    : { status: 500, body: String(error) }

let url: string
const warn = vi.spyOn(console, 'warn')

beforeAll(async () => {
  const router = await createRouter(operations, { errors: listProblems, skipHeaders: ['x-judged'] })
  url = await suite.listen(express().use(router))
})

const get = async (path: string, headers: Record<string, string> = {}) =>
  read(await fetch(url + path, { headers }))
const post = async (path: string, body: unknown) => read(await fetch(url + path, json(body)))
const problem = (place: string, at: string, message: string, keyword: string) => ({
  in: place,
  at,
  message,
  keyword,
})

describe('problems of a request', () => {
  it('name their place as a caller writes it', async () => {
    const cards = [{ quantity: 1 }, { quantity: 0, 'a/b~c': 'no', extra: 1 }, {}]
    expect(await post('/cards', { cards })).toStrictEqual([
      400,
      [
        problem('body', 'cards[1].quantity', 'must be >= 1', 'minimum'),
        problem('body', 'cards[1].a/b~c', 'must be boolean', 'type'),
        problem('body', 'cards[1]', 'must not have additional properties', 'additionalProperties'),
        problem('body', 'cards[2]', "must have required property 'quantity'", 'required'),
      ],
    ])
  })

  it.each([
    [{ state: 'Oregon', tags: [1] }, 'state', 'must have at most 2 characters', 'maxLength'],
    [{ state: 'or' }, 'state', 'must match pattern "^[A-Z]+$", for example "OR"', 'pattern'],
    [{ tags: [] }, 'tags', 'must have at least 1 item', 'minItems'],
  ])('are one for each text, in plain words: %o', async (body, at, message, keyword) => {
    expect(await post('/addresses', body)).toStrictEqual([400, [problem('body', at, message, keyword)]])
  })

  it('name the path before the rest', async () => {
    const [status, problems] = await get('/items/x?word=a&is-new=perhaps', { 'x-count': 'few' })
    expect([status, (problems as Problem[]).map((one) => `${one.in} ${one.at}`)]).toStrictEqual([
      400,
      ['path item-id', 'query is-new', 'query word', 'header X-Count'],
    ])
    const [, others] = await get('/items/1?word=a&is-new=perhaps')
    expect((others as Problem[]).map((one) => `${one.in} ${one.at}`)).toStrictEqual([
      'query is-new',
      'query word',
    ])
  })

  it('name the body itself', async () => {
    expect(await post('/cards', [])).toStrictEqual([400, [problem('body', '', 'must be object', 'type')]])
  })

  it('are at most 20', async () => {
    const [status, problems] = await post('/numbers', Array.from({ length: 50 }).fill('x'))
    expect([status, (problems as unknown[]).length]).toStrictEqual([400, 20])
  })

  it('are one for a large body', async () => {
    const [status, problems] = await post('/numbers', Array.from({ length: 5000 }).fill('x'))
    expect([status, problems]).toStrictEqual([400, [problem('body', '[0]', 'must be integer', 'type')]])
    expect(await post('/numbers', Array.from({ length: 9000 }).fill(1))).toMatchObject([200, {}])
  })

  it('tell what is required in each place', async () => {
    expect(await get('/required')).toStrictEqual([
      400,
      [
        problem('query', '', "must have required property 'q'", 'required'),
        problem('header', '', "must have required property 'X-Key'", 'required'),
        problem('cookie', '', "must have required property 'session'", 'required'),
      ],
    ])
    const sent = await get('/required?q=', { 'x-key': '', cookie: 'session=s%20s' })
    expect(sent).toMatchObject([200, { cookies: { session: 's s' } }])
  })
})

describe('parameters', () => {
  it('are decoded once in deep objects', async () => {
    const typed = 'a+b &%25=[c]'
    const sent = await get(`/texts?at[text]=${encodeURIComponent(typed)}`)
    expect(sent).toMatchObject([200, { query: { at: { text: typed } } }])
  })

  it('may be left out where a deep object needs a property', async () => {
    expect(await get('/ranges')).toMatchObject([200, { query: {} }])
    expect(await get('/ranges?range[from]=3')).toMatchObject([200, { query: { range: { from: 3 } } }])
    expect(await get('/ranges?range[to]=3')).toMatchObject([400, [{ in: 'query', at: 'range' }]])
    expect(await get('/ranges?range[from]=x')).toMatchObject([400, [{ in: 'query', at: 'range.from' }]])
  })

  it('reach the handler by name and type', async () => {
    const query = 'limit=3&price=2.5&is-new=true&word=ab&filter[n]=4&pipes=1|2&unknown=1'
    const headers = { 'x-count': '-5', 'x-judged': 'by a guard', cookie: 'visits=6; mode=a%20b; x; =y' }
    expect(await get(`/items/7?${query}`, headers)).toStrictEqual([
      200,
      {
        path: { 'item-id': 7 },
        query: { limit: 3, price: 2.5, 'is-new': true, word: 'ab', filter: { n: 4 }, pipes: [1, 2] },
        headers: { 'X-Count': -5, 'X-Judged': 'by a guard' },
        cookies: { visits: 6, mode: 'a b' },
      },
    ])
  })

  it('have their defaults', async () => {
    expect(await get('/items/7')).toMatchObject([200, { query: { limit: 10 } }])
  })

  it('may hold reserved characters', async () => {
    expect(await get('/items/7?word=a:b/c@d')).toMatchObject([200, { query: { word: 'a:b/c@d' } }])
  })

  it.each([
    ...['0x10', '1e3', '007', '+1', ' 1', '1.0', '', '٣'].map(
      (value) => ['limit', value, 'integer'] as const,
    ),
    ...['0x10', '1e3', '.5', '1.', 'NaN', 'Infinity'].map((value) => ['price', value, 'number'] as const),
  ])('are rejected: %s of %j is no %s', async (name, value, type) => {
    expect(await get(`/items/7?${name}=${encodeURIComponent(value)}`)).toStrictEqual([
      400,
      [problem('query', name, `must be ${type}`, 'type')],
    ])
  })

  it.each([
    ['/items/0x10', {}],
    ['/items/1', { 'x-count': '1e3' }],
    ['/items/1', { cookie: 'visits=007' }],
    ['/items/7?limit=1&limit=2', {}],
  ])('are judged in paths, headers and cookies alike, and once each: %s %j', async (path, headers) => {
    expect((await get(path, headers))[0]).toBe(400)
  })
})

describe('bodies', () => {
  it.each<[string, object, number, object]>([
    ['have their defaults', { quantity: 1 }, 200, { body: { cards: [{ quantity: 1, size: 'm' }] } }],
    [
      'keep their types',
      { quantity: '1' },
      400,
      [problem('body', 'cards[0].quantity', 'must be integer', 'type')],
    ],
    [
      'have no read-only properties',
      { quantity: 1, id: 1 },
      400,
      [{ at: 'cards[0].id', keyword: 'readOnly' }],
    ],
    ['may have write-only properties', { quantity: 1, secret: 's' }, 200, {}],
  ])('%s', async (_title, one, status, received) => {
    expect(await post('/cards', { cards: [one] })).toMatchObject([status, received])
  })

  it('match formats, and unknown ones without a word', async () => {
    expect(await post('/formats', { at: 'now', id: '1', plate: '?', site: '?' })).toStrictEqual([
      400,
      [
        problem('body', 'at', 'must match format "date-time"', 'format'),
        problem('body', 'id', 'must match format "uuid"', 'format'),
      ],
    ])
    expect(warn).not.toHaveBeenCalled()
  })

  it('cannot reach the prototype of anything', async () => {
    const body = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"cards":[]}'
    const response = await fetch(`${url}/cards`, { ...json({}), body })
    expect([response.status, 'polluted' in {}]).toStrictEqual([200, false])
  })
})

describe('bodies of composed schemas', () => {
  const secret = { type: 'integer', readOnly: true }
  const note = {
    allOf: [{ type: 'object', properties: { revision: secret, text: { type: 'string' } } }],
    required: ['id', 'revision', 'text'],
    properties: {
      id: { allOf: [{ type: 'string' }], readOnly: true },
      color: { type: 'string', default: 'red' },
      // The validator would take its default for a value that the client sent.
      rank: { type: 'integer', default: 1, readOnly: true },
    },
  }

  // Both refer to one schema, and share a validator as far as they can.
  const body = bodyOf('application/json', { $ref: '#/components/schemas/Note' })
  const onNotes = { 'POST /notes': body, 'PATCH /notes': body, 'PUT /notes': body }
  let notesUrl: string
  beforeAll(async () => {
    const document = documentOf(onNotes, { components: { schemas: { Note: note } } })
    notesUrl = `${await suite.listen(express().use(await createRouter({}, { document })))}/notes`
  })
  const sendNote = async (method: string, content: object) => {
    const [status, input] = await read(await fetch(notesUrl, json(content, method)))
    return [status, (input as { readonly body?: unknown }).body]
  }

  it('need no property that is read-only, and get no default for it', async () => {
    expect(await sendNote('POST', { text: 'Milk' })).toStrictEqual([200, { text: 'Milk', color: 'red' }])
    expect((await sendNote('POST', {}))[0]).toBe(400)
  })

  it('have no defaults in a PATCH, which changes only what it names', async () => {
    expect(await sendNote('PATCH', { text: 'Milk' })).toStrictEqual([200, { text: 'Milk' }])
  })
})

const kindOf = (kind: string, more: object) => ({
  type: 'object',
  required: ['kind', ...Object.keys(more)],
  properties: {
    kind: { type: 'string', enum: [kind] },
    subtitle: { type: 'string', nullable: true },
    ...more,
  },
})

describe('bodies of an OpenAPI 3.0 document', () => {
  const schemas = {
    Printed: kindOf('printed', { pages: { type: 'integer', minimum: 0, exclusiveMinimum: true } }),
    Audio: kindOf('audio', { minutes: { type: 'integer' } }),
  }
  const oneOf = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const mapping = { printed: '#/components/schemas/Printed', audio: '#/components/schemas/Audio' }
  const discriminator = { propertyName: 'kind', mapping }
  const items = { 'POST /items': bodyOf('application/json', { oneOf, discriminator }) }
  let itemsUrl: string
  beforeAll(async () => {
    const document = documentOf(items, { openapi: '3.0.3', components: { schemas } })
    const router = await createRouter({}, { document, errors: listProblems })
    itemsUrl = `${await suite.listen(express().use(router))}/items`
  })

  it.each([
    [{ kind: 'printed', pages: 412, subtitle: null }, 200],
    [{ kind: 'audio', minutes: 9 }, 200],
    [{ kind: 'printed', pages: 0 }, 400],
    [{ kind: 'printed', minutes: 9 }, 400],
    [{ kind: 'film', minutes: 9 }, 400],
    [[], 400],
  ])('are one of a union: %j is %i', async (body, status) => {
    expect((await fetch(itemsUrl, json(body))).status).toBe(status)
  })
})
