import { gzipSync } from 'node:zlib'
import type { Response } from 'express'
import { describe, expect, it, vi } from 'vitest'
import { exchange, findBreaches, findInBody, json, petsDocument } from './exchange.ts'

const sendBrokenJson = (response: Response) => response.type('json').end('{"a":')

const sendGzipped = (value: string) => (response: Response) =>
  response.type('json').set('content-encoding', 'gzip').end(gzipSync(value))

const branch = (kind: string) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: kind } },
})

const find30 = (schema: object, body: unknown, components = {}) =>
  findInBody(petsDocument(json(schema), { openapi: '3.0.3', components }), body)

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
    expect(breaches).toStrictEqual([
      {
        place: 'body',
        at: '/0',
        message: "must have required property 'name'",
        schemaPointer: '/components/schemas/Pet/required',
      },
      {
        place: 'body',
        at: '/0/x~0y',
        message: 'must NOT have additional properties',
        schemaPointer: '/components/schemas/Pet/additionalProperties',
      },
      {
        place: 'body',
        at: '/0/a~1b',
        message: 'must NOT have more than 2 characters',
        schemaPointer: '/components/schemas/Short/maxLength',
      },
    ])
  })

  it('is read from the bytes that are sent', async () => {
    const document = petsDocument(json({ properties: { at: { type: 'string', format: 'date-time' } } }))
    expect(await findInBody(document, { at: new Date(0) })).toStrictEqual([])
    expect(await findInBody(document, { at: { toJSON: () => 0 } })).toStrictEqual([
      'body /at: must be string',
    ])
  })

  it('must be JSON, unless anything is accepted', async () => {
    expect(await findBreaches(petsDocument(json({ type: 'object' })), sendBrokenJson)).toStrictEqual([
      'body: must be readable in its content type and encoding',
    ])
    expect(await findBreaches(petsDocument(json({ description: 'Anything' })), sendBrokenJson)).toStrictEqual(
      [],
    )
    expect(await findBreaches(petsDocument(json(undefined)), sendBrokenJson)).toStrictEqual([])
  })

  it('is decoded when the handler compressed it', async () => {
    const document = petsDocument(json({ type: 'array' }))
    expect(await findBreaches(document, sendGzipped('[]'))).toStrictEqual([])
    expect(await findBreaches(document, sendGzipped('{}'))).toStrictEqual(['body: must be array'])
  })

  it('may not hold write-only properties', async () => {
    const components = {
      schemas: {
        Secret: { type: 'string', writeOnly: true },
        Base: {
          type: 'object',
          required: ['id', 'password', 'pin'],
          properties: {
            id: { type: 'string', readOnly: true },
            password: { type: 'string', writeOnly: true },
            pin: { $ref: '#/components/schemas/Secret' },
          },
        },
        User: { allOf: [{ $ref: '#/components/schemas/Base' }, { required: ['password'] }] },
        Admin: { $ref: '#/components/schemas/Base', required: ['password', 'id'] },
      },
    }
    const document = petsDocument(json({ $ref: '#/components/schemas/User' }), { components })
    expect(await findInBody(document, { id: '1' })).toStrictEqual([])
    const admin = petsDocument(json({ $ref: '#/components/schemas/Admin' }), { components })
    expect(await findInBody(admin, { id: '1' })).toStrictEqual([])
    expect(await findInBody(document, { password: 'p', pin: '1' })).toStrictEqual([
      "body: must have required property 'id'",
      'body /password: must not be present, it is write-only',
      'body /pin: must not be present, it is write-only',
    ])
  })

  it('follows recursive schemas', async () => {
    const components = {
      schemas: {
        Tree: {
          type: 'object',
          required: ['children'],
          properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
        },
      },
    }
    const document = petsDocument(json({ $ref: '#/components/schemas/Tree' }), { components })
    expect(await findInBody(document, { children: [{ children: [] }] })).toStrictEqual([])
    expect(await findInBody(document, { children: [{ children: [{}] }] })).toStrictEqual([
      "body /children/0/children/0: must have required property 'children'",
    ])
  })

  it('follows objects that contain themselves', async () => {
    const tree = { type: 'object', required: ['next'], properties: {} }
    Object.assign(tree.properties, { next: { oneOf: [tree, { type: 'null' }] } })
    const document = petsDocument({ ...json(tree), 201: json(tree)[200] })
    expect(await findInBody(document, { next: { next: null } })).toStrictEqual([])
    expect(await findInBody(document, { next: { next: 1 } })).not.toHaveLength(0)
    expect(await findBreaches(document, (response) => response.status(201).json([]))).toHaveLength(1)
  })

  it('follows references anywhere into the document', async () => {
    const item = { type: 'array', items: { type: 'integer' } }
    const document = petsDocument(
      {
        ...json({ $ref: '#/paths/~1pets/get/responses/201/content/application~1json/schema/items' }),
        201: json(item)[200],
      },
      { components: { schemas: { properties: { type: 'object' }, enum: { type: 'string' } } } },
    )
    expect(await findInBody(document, 1)).toStrictEqual([])
    expect(await findInBody(document, '1')).toStrictEqual(['body: must be integer'])
  })

  it('matches one branch of a discriminated oneOf', async () => {
    const schema = { oneOf: [branch('cat'), branch('dog')], discriminator: { propertyName: 'kind' } }
    expect(await findInBody(petsDocument(json(schema)), { kind: 'dog' })).toStrictEqual([])
    expect(await findInBody(petsDocument(json(schema)), { kind: 'cow' })).toContain(
      'body: must match exactly one schema in oneOf',
    )
  })

  it('ignores unknown formats without a word', async () => {
    const warn = vi.spyOn(console, 'warn')
    expect(await findInBody(petsDocument(json({ type: 'string', format: 'pet-name' })), 'x')).toStrictEqual(
      [],
    )
    expect(warn).not.toHaveBeenCalled()
  })

  it('ignores examples and extensions that look like schemas', async () => {
    const example = { $id: 'pet', id: 'pet', $ref: '#/nowhere' }
    const schema = { type: 'object', example, properties: { example: { type: 'string' } }, 'x-like': example }
    expect(await findInBody(petsDocument(json(schema)), { example: 'x' })).toStrictEqual([])
    expect(await findInBody(petsDocument(json(schema)), { example: 1 })).toStrictEqual([
      'body /example: must be string',
    ])
  })

  it('holds money to hundredths without rounding errors', async () => {
    const document = petsDocument(json({ multipleOf: 0.01 }))
    expect(await findInBody(document, 2.34)).toStrictEqual([])
    expect(await findInBody(document, 2.345)).toStrictEqual(['body: must be multiple of 0.01'])
  })

  it('has at most twenty errors reported', async () => {
    const found = await findInBody(
      petsDocument(json({ items: { type: 'string' } })),
      Array.from({ length: 50 }, Number),
    )
    expect(found).toHaveLength(20)
  })
})

describe('the JSON of an OpenAPI 3.0 response', () => {
  it('may be null where nullable', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string', nullable: true } } }
    expect(await find30(schema, { name: null })).toStrictEqual([])
    expect(await find30(schema, { name: 1 })).toStrictEqual(['body /name: must be string,null'])
    expect(await find30({ type: 'string' }, null)).toStrictEqual(['body: must be string'])
  })

  it('respects exclusive bounds that are flags', async () => {
    const schema = { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: false }
    expect(await find30(schema, 3)).toStrictEqual([])
    expect(await find30(schema, 1)).toStrictEqual(['body: must be > 1'])
    expect(await find30(schema, 4)).toStrictEqual(['body: must be <= 3'])
  })

  it('ignores the siblings of a reference', async () => {
    const components = { schemas: { Name: { type: 'string' } } }
    expect(
      await find30({ $ref: '#/components/schemas/Name', maxLength: 1 }, 'long', components),
    ).toStrictEqual([])
  })

  it('may have properties named like keywords', async () => {
    const schema = { type: 'object', properties: { id: { type: 'integer' }, $ref: { type: 'string' } } }
    expect(await find30(schema, { id: 'x', $ref: 1 })).toStrictEqual([
      'body /id: must be integer',
      'body /$ref: must be string',
    ])
  })
})

describe('the JSON of an OpenAPI 3.1 response', () => {
  it('respects the siblings of a reference', async () => {
    const components = { schemas: { Name: { type: 'string' } } }
    const document = petsDocument(json({ $ref: '#/components/schemas/Name', maxLength: 1 }), { components })
    expect(await findInBody(document, 'long')).toStrictEqual(['body: must NOT have more than 1 characters'])
  })

  it('follows $id and $anchor', async () => {
    const components = {
      schemas: {
        Pet: {
          $id: 'https://pets.test/pet',
          properties: { tag: { $ref: '#tag' } },
          $defs: { t: { $anchor: 'tag', type: 'string' } },
        },
      },
    }
    const document = petsDocument(json({ $ref: 'https://pets.test/pet' }), { components })
    expect(await findInBody(document, { tag: 'a' })).toStrictEqual([])
    expect(await findInBody(document, { tag: 1 })).toStrictEqual(['body /tag: must be string'])
  })

  it('checks tuples and unevaluated properties', async () => {
    const schema = {
      prefixItems: [{ type: 'integer' }],
      items: { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
    }
    expect(await findInBody(petsDocument(json(schema)), [1, { a: 1 }])).toStrictEqual([])
    expect(await findInBody(petsDocument(json(schema)), ['1', { b: 1 }])).toStrictEqual([
      'body /0: must be integer',
      'body /1/b: must NOT have unevaluated properties',
    ])
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
  const document = petsDocument({ 200: { description: 'OK', content } })
  const found = (type: string, body: string) =>
    findBreaches(document, (response) => response.type(type).send(Buffer.from(body)))

  it('check text by a schema of strings alone', async () => {
    expect(await found('text/plain', 'abc')).toStrictEqual([])
    expect(await found('text/plain', 'ABC')).toStrictEqual(['body: must match pattern "^[a-z]+$"'])
    expect(await found('text/csv', 'a,b')).toStrictEqual([])
  })

  it('let a sequence of JSON texts have none', async () => {
    expect(await found('application/x-ndjson', '')).toStrictEqual([])
    expect(await found('application/json-seq', '')).toStrictEqual([])
  })

  it('demand bytes of a binary response', async () => {
    expect(await found('application/octet-stream', '\0')).toStrictEqual([])
    expect(await found('application/octet-stream', '')).toStrictEqual(['body: must be present'])
  })
})
