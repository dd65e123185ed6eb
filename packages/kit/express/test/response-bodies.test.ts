import { gzipSync } from 'node:zlib'
import type { Response } from 'express'
import { describe, expect, it, vi } from 'vitest'
import { exchange, findBreaches, findInBody, json, petsDocument } from './exchange.ts'

const sendBrokenJson = (response: Response) => response.type('json').end('{"a":')

const sendGzipped = (value: string) => (response: Response) =>
  response.type('json').set('content-encoding', 'gzip').end(gzipSync(value))

describe('the JSON of a response', () => {
  it('points to each error in body and document', async () => {
    const components = {
      schemas: {
        Pet: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, 'a/b': { $ref: '#/components/schemas/Short' } },
          additionalProperties: false,
        },
        Short: { maxLength: 2, title: 'Short' },
      },
    }
    const document = petsDocument(json({ type: 'array', items: { $ref: '#/components/schemas/Pet' } }), {
      components,
    })
    const { breaches } = await exchange({
      document,
      send: (_request, response) => void response.json([{ 'a/b': 'secret', 'x~y': 1 }]),
    })
    const pet = '/components/schemas/Pet'
    expect(
      breaches.map(({ place, at, message, schemaPointer }) => [place, at, message, schemaPointer]),
    ).toStrictEqual([
      ['body', '/0', "must have required property 'name'", `${pet}/required`],
      ['body', '/0/a~1b', 'must have at most 2 characters', '/components/schemas/Short/maxLength'],
      ['body', '/0/x~0y', 'must not have additional properties', `${pet}/additionalProperties`],
    ])
  })

  it('is read from the bytes that are sent', async () => {
    const document = petsDocument(json({ properties: { at: { type: 'string', format: 'date-time' } } }))
    expect(await findInBody(document, { at: new Date(0) })).toStrictEqual([])
    expect(await findInBody(document, { at: { toJSON: () => 0 } })).toStrictEqual([
      'body /at: must be string',
    ])
  })

  it.each([
    ['must be JSON', { type: 'object' }, ['body: must be readable in its content type and encoding']],
    ['may be anything where anything is accepted', { description: 'Anything' }, []],
    ['may be anything where there is no schema', undefined, []],
  ])('%s', async (_title, schema, found) => {
    expect(await findBreaches(petsDocument(json(schema)), sendBrokenJson)).toStrictEqual(found)
  })

  it('is decoded when the handler compressed it', async () => {
    const document = petsDocument(json({ type: 'array' }))
    expect(await findBreaches(document, sendGzipped('[]'))).toStrictEqual([])
    expect(await findBreaches(document, sendGzipped('{}'))).toStrictEqual(['body: must be array'])
  })

  it('follows references anywhere into the document', async () => {
    const item = { type: 'array', items: { type: 'integer' } }
    const items = '#/paths/~1pets/get/responses/201/content/application~1json/schema/items'
    const document = petsDocument(
      { ...json({ $ref: items }), 201: json(item)[200] },
      { components: { schemas: { properties: { type: 'object' }, enum: { type: 'string' } } } },
    )
    expect(await findInBody(document, 1)).toStrictEqual([])
    expect(await findInBody(document, '1')).toStrictEqual(['body: must be integer'])
  })

  it('has at most twenty errors reported', async () => {
    const document = petsDocument(json({ items: { type: 'string' } }))
    expect(await findInBody(document, Array.from({ length: 50 }, Number))).toHaveLength(20)
  })
})

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const schemas = {
  Name: { type: 'string' },
  Secret: { type: 'string', writeOnly: true },
  Base: {
    type: 'object',
    required: ['id', 'password', 'pin'],
    properties: {
      id: { type: 'string', readOnly: true },
      password: { type: 'string', writeOnly: true },
      pin: ref('Secret'),
    },
  },
  User: { allOf: [ref('Base'), { required: ['password'] }] },
  Admin: { ...ref('Base'), required: ['password', 'id'] },
  Tree: {
    type: 'object',
    required: ['children'],
    properties: { children: { type: 'array', items: ref('Tree') } },
  },
  Pet: {
    $id: 'https://pets.test/pet',
    properties: { tag: { $ref: '#tag' } },
    $defs: { t: { $anchor: 'tag', type: 'string' } },
  },
}
const branches = ['cat', 'dog'].map((kind) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: kind } },
}))
const union = { oneOf: branches, discriminator: { propertyName: 'kind' } }
const example = { $id: 'pet', id: 'pet', $ref: '#/nowhere' }
const likeSchemas = {
  type: 'object',
  example,
  properties: { example: { type: 'string' } },
  'x-like': example,
}
const tuple = {
  prefixItems: [{ type: 'integer' }],
  items: { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
}
const nullable = { type: 'object', properties: { name: { type: 'string', nullable: true } } }
const bounds = { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: false }
const likeKeywords = { type: 'object', properties: { id: { type: 'integer' }, $ref: { type: 'string' } } }

describe('a schema of a response', () => {
  it.each<[string, object, unknown, readonly string[]]>([
    ['leaves out write-only properties', ref('User'), { id: '1' }, []],
    ['leaves them out beside a reference', ref('Admin'), { id: '1' }, []],
    [
      'rejects write-only properties',
      ref('User'),
      { password: 'p', pin: '1' },
      [
        "body: must have required property 'id'",
        'body /password: must not be present, it is write-only',
        'body /pin: must not be present, it is write-only',
      ],
    ],
    ['may be recursive', ref('Tree'), { children: [{ children: [] }] }, []],
    [
      'is followed as deep as the body is',
      ref('Tree'),
      { children: [{ children: [{}] }] },
      ["body /children/0/children/0: must have required property 'children'"],
    ],
    ['may be a discriminated oneOf', union, { kind: 'dog' }, []],
    ['ignores examples and extensions that look like schemas', likeSchemas, { example: 'x' }, []],
    ['has properties named like keywords', likeSchemas, { example: 1 }, ['body /example: must be string']],
    ['holds money to hundredths without rounding errors', { multipleOf: 0.01 }, 2.34, []],
    ['finds thousandths', { multipleOf: 0.01 }, 2.345, ['body: must be multiple of 0.01']],
    [
      'respects the siblings of a reference',
      { ...ref('Name'), maxLength: 1 },
      'long',
      ['body: must have at most 1 character'],
    ],
    ['follows $id and $anchor', { $ref: 'https://pets.test/pet' }, { tag: 'a' }, []],
    [
      'judges by $id and $anchor',
      { $ref: 'https://pets.test/pet' },
      { tag: 1 },
      ['body /tag: must be string'],
    ],
    ['may have tuples and unevaluated properties', tuple, [1, { a: 1 }], []],
    [
      'checks tuples and unevaluated properties',
      tuple,
      ['1', { b: 1 }],
      ['body /0: must be integer', 'body /1/b: must not have unevaluated properties'],
    ],
  ])('%s in OpenAPI 3.1', async (_title, schema, body, found) => {
    const document = petsDocument(json(schema), { components: { schemas } })
    expect(await findInBody(document, body)).toStrictEqual(found)
  })

  it('matches one branch of a discriminated oneOf', async () => {
    expect(await findInBody(petsDocument(json(union)), { kind: 'cow' })).toStrictEqual([
      'body /kind: must be "cat"',
    ])
  })

  it('may have unknown formats, without a word', async () => {
    const warn = vi.spyOn(console, 'warn')
    expect(await findInBody(petsDocument(json({ type: 'string', format: 'pet-name' })), 'x')).toStrictEqual(
      [],
    )
    expect(warn).not.toHaveBeenCalled()
  })

  it.each<[string, object, unknown, readonly string[]]>([
    ['may be null where nullable', nullable, { name: null }, []],
    ['is typed where nullable', nullable, { name: 1 }, ['body /name: must be string,null']],
    ['is not null elsewhere', { type: 'string' }, null, ['body: must be string']],
    ['has bounds that flags exclude or not', bounds, 3, []],
    ['has a minimum that a flag excludes', bounds, 1, ['body: must be > 1']],
    ['has a maximum that a flag includes', bounds, 4, ['body: must be <= 3']],
    ['ignores the siblings of a reference', { ...ref('Name'), maxLength: 1 }, 'long', []],
    [
      'may have properties named like keywords',
      likeKeywords,
      { id: 'x', $ref: 1 },
      ['body /id: must be integer', 'body /$ref: must be string'],
    ],
  ])('%s in OpenAPI 3.0', async (_title, schema, body, found) => {
    const components = { schemas: { Name: schemas.Name } }
    const document = petsDocument(json(schema), { openapi: '3.0.3', components })
    expect(await findInBody(document, body)).toStrictEqual(found)
  })
})

describe('text and binary bodies', () => {
  const content = {
    'text/plain': { schema: { type: 'string', pattern: '^[a-z]+$' } },
    'text/csv': { schema: { type: 'array' } },
    'application/octet-stream': { schema: { type: 'string', format: 'binary', maxLength: 1 } },
    'application/x-ndjson': { schema: { type: 'string' } },
    'application/json-seq': {},
  }
  it.each<[string, string, string, readonly string[]]>([
    ['are checked by a schema of strings', 'text/plain', 'abc', []],
    ['are checked by a schema of strings', 'text/plain', 'ABC', ['body: must match pattern "^[a-z]+$"']],
    ['are checked by no other schema', 'text/csv', 'a,b', []],
    ['may be a sequence of no JSON texts', 'application/x-ndjson', '', []],
    ['may be a sequence of no JSON texts', 'application/json-seq', '', []],
    ['may be bytes', 'application/octet-stream', '\0', []],
    ['must be bytes where these are declared', 'application/octet-stream', '', ['body: must be present']],
  ])('%s: %s %j', async (_title, type, body, found) => {
    const document = petsDocument({ 200: { description: 'OK', content } })
    const send = (response: Response) => response.type(type).send(Buffer.from(body))
    expect(await findBreaches(document, send)).toStrictEqual(found)
  })
})
