import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { describe, expect, it } from 'vitest'
import { openDocument } from '../document/open-document.ts'
import { exampleValue } from './example-value.ts'

const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
})

const components: JsonObject = {
  Base: { type: 'object', required: ['name'], properties: { name: { type: 'string', example: 'Bramley' } } },
  Tree: {
    type: 'object',
    required: ['name'],
    properties: {
      id: { type: 'string', readOnly: true, example: 't-1' },
      name: { type: 'string', example: 'Bramley' },
      branches: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    },
  },
  Apple: object({ kind: { type: 'string' }, size: { type: 'integer' } }, 'kind', 'size'),
  Pear: object({ kind: { type: 'string' }, stem: {} }, 'kind', 'stem'),
  Fruit: { ...object({ kind: { type: 'string' } }, 'kind'), discriminator: { propertyName: 'kind' } },
  Cherry: { allOf: [{ $ref: '#/components/schemas/Fruit' }] },
  Stone: {
    ...object({ kind: { type: 'string' } }, 'kind'),
    discriminator: { propertyName: 'kind', mapping: { plum: '#/components/schemas/Plum' } },
  },
  Plum: {
    allOf: [{ $ref: '#/components/schemas/Stone' }],
    required: ['halves'],
    properties: { halves: { type: 'integer' }, color: { enum: ['blue'] } },
  },
  Left: { type: 'object', properties: { right: { $ref: '#/components/schemas/Right' }, at: { example: 1 } } },
  Right: { type: 'object', properties: { left: { $ref: '#/components/schemas/Left' }, to: { example: 2 } } },
}

const pomes = { oneOf: ['Apple', 'Pear'].map((pome) => ({ $ref: `#/components/schemas/${pome}` })) }

/** The media type of a request body, with what stands beside its schema. */
const mediaOf = (schema: Json, beside: JsonObject = {}) => {
  const document = openDocument({
    openapi: '3.1.0',
    info: { title: 'Orchard', version: '1' },
    paths: {
      '/trees': {
        post: {
          requestBody: { content: { 'application/json': { schema, ...beside } } },
          responses: { 200: { description: 'OK' } },
        },
      },
    },
    components: { schemas: components },
  })
  const [media] = document.operations[0]?.body?.media ?? []
  if (media === undefined) throw new Error(JSON.stringify(document.unread))
  return media
}

const valueOf = (schema: Json, beside: JsonObject = {}): Json | undefined =>
  exampleValue(mediaOf(schema, beside))

const name = { type: 'string', example: 'Bramley' }

describe('exampleValue', () => {
  it.each<[string, Json, Json]>([
    [
      'beside a required property without one',
      object({ name, note: { type: 'string' } }, 'name', 'note'),
      { name: 'Bramley', note: 'text' },
    ],
    [
      'in the items of an array',
      object({ name, tags: { type: 'array', items: { type: 'string', example: 'tart' } } }, 'name', 'tags'),
      { name: 'Bramley', tags: ['tart'] },
    ],
    [
      'across an allOf',
      {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          object({ height: { type: 'number', examples: [12.5] } }, 'height'),
        ],
      },
      { name: 'Bramley', height: 12.5 },
    ],
    ['of an optional property', object({ name, note: { type: 'string' } }), { name: 'Bramley' }],
    ['deep in an optional object', object({ tree: object({ name }) }), { tree: { name: 'Bramley' } }],
    [
      'in the chosen branch',
      { oneOf: [object({ name }, 'name'), object({ id: {} }, 'id')] },
      { name: 'Bramley' },
    ],
    ['that is null', object({ name: { type: ['string', 'null'], example: null } }), { name: null }],
    [
      'of whole numbers beyond 2^53',
      object({ id: { type: 'integer', example: 9007199254740993n as unknown as Json } }),
      { id: 9007199254740993n as unknown as Json },
    ],
  ])('keeps an example %s', (_title, schema, expected) => {
    expect(valueOf(schema)).toEqual(expected)
  })

  it('takes defaults, constants and first choices of properties', () => {
    const schema = object({ a: { default: 3 }, b: { const: 'x' }, c: { enum: ['y', 'z'] } })
    expect(valueOf(schema)).toEqual({ a: 3, b: 'x', c: 'y' })
  })

  it('lists members in the order of the document', () => {
    const schema = object({ a: { example: 1 }, b: { type: 'string' }, c: { example: 3 } }, 'c', 'b')
    const inherited = { allOf: [{ $ref: '#/components/schemas/Base' }, schema] }
    expect(JSON.stringify(valueOf(inherited))).toBe('{"name":"Bramley","a":1,"b":"text","c":3}')
  })

  it('prefers the first example that is valid', () => {
    const examples = { wrong: { value: { name: 1 } }, right: { value: { name: 'Cox' } } }
    expect(valueOf(object({ name }, 'name'), { examples })).toEqual({ name: 'Cox' })
  })

  it('keeps the valid members of an invalid example', () => {
    const schema = object({ name, age: { type: 'integer' }, note: { type: 'string' } }, 'name', 'age')
    const example = { name: 'Cox', age: 'old', note: 'sweet', tags: ['tart', 'red'], box: null }
    expect(valueOf(schema, { example })).toEqual({ ...example, age: 1 })
  })

  it('leaves the members of the other direction out', () => {
    const schema = object({ id: { readOnly: true }, pin: { writeOnly: true }, name })
    const media = mediaOf(schema, { example: { id: 1, pin: 2, name: 'Cox' } })
    expect(exampleValue(media)).toEqual({ pin: 2, name: 'Cox' })
    expect(exampleValue(media, 'response')).toEqual({ id: 1, name: 'Cox' })
    expect(valueOf({ type: 'array', items: schema, example: [{ id: 1 }] })).toEqual([{}])
    expect(valueOf({ $ref: '#/components/schemas/Tree' })).toEqual({ name: 'Bramley' })
  })

  it('ends where schemas contain themselves or each other', () => {
    expect(valueOf({ $ref: '#/components/schemas/Left' })).toEqual({ at: 1, right: { to: 2 } })
    expect(valueOf({ type: 'array', items: { $ref: '#/components/schemas/Tree' } })).toEqual([
      { name: 'Bramley' },
    ])
  })

  it.each<[string, Json, Json]>([
    [
      'a name of components',
      { ...pomes, discriminator: { propertyName: 'kind' } },
      { kind: 'Apple', size: 1 },
    ],
    [
      'a mapping',
      { ...pomes, discriminator: { propertyName: 'kind', mapping: { a: '#/components/schemas/Apple' } } },
      { kind: 'a', size: 1 },
    ],
    [
      'a mapping without a union',
      { $ref: '#/components/schemas/Stone' },
      { kind: 'plum', halves: 1, color: 'blue' },
    ],
    ['the name of what inherits', { $ref: '#/components/schemas/Cherry' }, { kind: 'Cherry' }],
  ])('chooses the variant by %s', (_title, schema, expected) => {
    expect(valueOf(schema)).toEqual(expected)
  })

  it('shows one item of an array', () => {
    expect(valueOf({ type: 'array', items: { type: 'string' } })).toEqual(['text'])
    expect(valueOf({ type: 'array', items: { type: 'string' }, maxItems: 0 })).toEqual([])
  })

  it('has all members three levels deep where it is to be complete', () => {
    const inner = {
      type: 'object',
      properties: { deep: { type: 'object', properties: { deeper: { type: 'object' } } } },
    }
    const schema = {
      type: 'object',
      required: ['kind'],
      properties: {
        name: { type: 'string' },
        id: { type: 'integer', readOnly: true },
        opened: { type: 'string', format: 'date' },
        tags: { type: 'array', items: { type: 'string', example: 'tart' } },
        kind: { enum: ['buoy', 'ship'] },
        never: false,
        inner,
      },
    }
    expect(exampleValue(mediaOf(schema), 'request', true)).toEqual({
      name: 'text',
      opened: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      tags: ['tart'],
      kind: 'buoy',
      inner: { deep: { deeper: {} } },
    })
    const both = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string' }, b: {} },
      not: { required: ['b'] },
    }
    expect(exampleValue(mediaOf(both), 'request', true)).toEqual({ a: 'text' })
  })

  it.each<[string, JsonObject, Json]>([
    ['a key', { additionalProperties: { type: 'integer' } }, { key: 1 }],
    [
      'a key of those allowed',
      { additionalProperties: name, propertyNames: { enum: ['de'] } },
      { de: 'Bramley' },
    ],
    ['nothing where any value may be', { additionalProperties: true }, {}],
  ])('has %s in a map that is to be complete', (_title, map, expected) => {
    expect(exampleValue(mediaOf({ type: 'object', ...map }), 'response', true)).toEqual(expected)
    expect(exampleValue(mediaOf({ type: 'object', ...map }), 'response')).toEqual({})
  })

  it('gives an example as it is where there is no schema, or none that can be satisfied', () => {
    expect(exampleValue({ schema: undefined, examples: [] })).toBeUndefined()
    expect(valueOf(false, { example: 5 })).toBe(5)
    expect(valueOf(false)).toBeUndefined()
  })
})
