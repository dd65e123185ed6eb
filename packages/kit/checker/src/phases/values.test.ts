import { describe, expect, it } from 'vitest'
import type { Json } from '../json-schema/base/json.ts'
import { SchemaSet } from '../json-schema/base/schema-set.ts'
import { loadDocument } from '../openapi/load-document.ts'
import { buildResourceGraph } from '../resources/build-resource-graph.ts'
import {
  breaksOnly,
  applyChange,
  applyChangeWhere,
  placeValue,
  withoutCursor,
  withoutExtras,
} from './values.ts'

describe('applyChange', () => {
  it('keeps the baseline where nothing was tried', () => {
    expect(applyChange({ a: 1, b: 'x' }, { a: 1, b: '' }, { a: 7001, b: 'pixel' })).toStrictEqual({
      a: 7001,
      b: '',
    })
  })

  it('leaves out what the scenario leaves out', () => {
    expect(applyChange({ a: 1, b: 2 }, { b: 2 }, { a: 7, b: 8 })).toStrictEqual({ b: 8 })
  })

  it('adds what the scenario adds', () => {
    expect(applyChange({ a: 1 }, { a: 1, c: true }, { a: 7 })).toStrictEqual({ a: 7, c: true })
  })

  it('changes one nested part only', () => {
    const template = { owner: { id: 1, name: 'a' }, tags: [] }
    const scenario = { owner: { id: 1, name: 'aaaa' }, tags: [] }
    const baseline = { owner: { id: 9, name: 'Ada' }, tags: ['x'] }
    expect(applyChange(template, scenario, baseline)).toStrictEqual({
      owner: { id: 9, name: 'aaaa' },
      tags: ['x'],
    })
  })

  it('takes another kind of value as it is', () => {
    expect(applyChange({ a: 1 }, [], { a: 7 })).toStrictEqual([])
  })

  it('treats __proto__ as any other name', () => {
    const scenario = JSON.parse('{"a":1,"__proto__":{"x":1}}') as { a: number }
    expect(JSON.stringify(applyChange({ a: 1 }, scenario, { a: 2 }))).toBe('{"a":2,"__proto__":{"x":1}}')
  })
})

const hasNoColour = (value: Json): boolean => !JSON.stringify(value).includes('colour')

describe('applyChangeWhere', () => {
  const template = { id: 1, part: { kind: 'a', size: 1 } }
  const scenario = { id: 1, part: { kind: 'b', weight: 0 } }
  const baseline = { id: 7, part: { kind: 'a', size: 9, colour: 'red' } }

  it('takes the finest combination that fits', () => {
    expect(applyChangeWhere(template, scenario, baseline, () => true)).toStrictEqual({
      id: 7,
      part: { kind: 'b', weight: 0, colour: 'red' },
    })
  })

  it('takes a differing part as a whole where a mixture does not fit', () => {
    expect(applyChangeWhere(template, scenario, baseline, hasNoColour)).toStrictEqual({
      id: 7,
      part: { kind: 'b', weight: 0 },
    })
  })

  it('takes the scenario alone where no combination fits', () => {
    expect(applyChangeWhere(template, scenario, baseline, () => false)).toStrictEqual(scenario)
  })
})

describe('withoutExtras', () => {
  it('takes what the template lacks from the baseline too', () => {
    expect(withoutExtras({ a: 1 }, { a: 1 }, { a: 7, b: 8 })).toStrictEqual({ a: 7 })
  })

  it('leaves what the scenario adds', () => {
    expect(withoutExtras({ a: 1 }, { a: 1, b: 2 }, { a: 7, b: 8, c: 9 })).toStrictEqual({ a: 7, b: 8 })
  })

  it('reaches only the object that the scenario changes', () => {
    const template = { owner: { id: 1 }, size: { width: 1 } }
    const scenario = { owner: { id: 1, name: 'a' }, size: { width: 1 } }
    const baseline = { owner: { id: 9, name: 'Ada', age: 3 }, size: { width: 2, depth: 3 }, note: 'x' }
    expect(withoutExtras(template, scenario, baseline)).toStrictEqual({
      owner: { id: 9, name: 'Ada' },
      size: { width: 2, depth: 3 },
      note: 'x',
    })
  })

  it('leaves another kind of value alone', () => {
    expect(withoutExtras([], [1], [2, 3])).toStrictEqual([2, 3])
  })
})

const documentUri = 'memory:/schema.json'
const set = new SchemaSet()
set.addDocument(documentUri, {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2 },
    part: {
      oneOf: [
        {
          type: 'object',
          required: ['kind'],
          properties: { kind: { const: 'a' }, size: { type: 'integer', minimum: 1 } },
        },
        {
          type: 'object',
          required: ['kind'],
          properties: {
            kind: { const: 'b' },
            deep: { oneOf: [{ type: 'string' }, { type: 'integer', minimum: 1 }] },
          },
          additionalProperties: false,
        },
      ],
    },
  },
})
const schema = set.node(documentUri)
const union = { pointer: '/properties/part/oneOf', documentUri }
const minimum = {
  keyword: 'minimum',
  pointer: '/properties/part/oneOf/0/properties/size/minimum',
  documentUri,
}

describe('breaksOnly', () => {
  it('holds for the one statement that is broken', () => {
    expect(breaksOnly(schema, { name: '' }, { pointer: '/properties/name/minLength', documentUri })).toBe(
      true,
    )
  })

  it('does not hold for a valid value or for another statement', () => {
    expect(breaksOnly(schema, { name: 'ab' }, { pointer: '/properties/name/minLength', documentUri })).toBe(
      false,
    )
    expect(breaksOnly(schema, { name: 1 }, { pointer: '/properties/name/minLength', documentUri })).toBe(
      false,
    )
  })

  it('looks into the branch that is broken', () => {
    const scenario = { ...union, inner: minimum }
    expect(breaksOnly(schema, { part: { kind: 'a', size: 0 } }, scenario)).toBe(true)
    expect(breaksOnly(schema, { part: { kind: 'c', size: 0 } }, scenario)).toBe(false)
  })

  it('looks through a branch of a branch, which breaks nothing else', () => {
    const pointer = '/properties/part/oneOf/1/properties/deep/oneOf/1/minimum'
    const scenario = { ...union, inner: { keyword: 'minimum', pointer, documentUri } }
    expect(breaksOnly(schema, { part: { kind: 'b', deep: 0 } }, scenario)).toBe(true)
    expect(breaksOnly(schema, { part: { kind: 'b', deep: 0, extra: 1 } }, scenario)).toBe(false)
  })
})

const text = { type: 'string' }
const page = {
  type: 'object',
  properties: {
    items: { type: 'array', items: { type: 'object', properties: { id: text, name: text } } },
    nextCursor: text,
  },
}
const answer = { description: 'ok', content: { 'application/json': { schema: page } } }
const query = (name: string, type = 'string') => ({ name, in: 'query', schema: { type } })
const list = (operationId: string, ...parameters: object[]) => ({
  get: { operationId, parameters, responses: { 200: answer } },
})
const document = await loadDocument({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': list('listPets', query('cursor'), query('limit', 'integer'), query('name')),
    '/owners': list('listOwners', query('page', 'integer'), query('limit', 'integer')),
  },
})
const graph = buildResourceGraph(document)
const queryOf = (id: string, sent: Record<string, string | number>) => {
  const operation = document.operations.find((entry) => entry.id === id)
  if (operation === undefined) throw new Error(`There is no ${id}.`)
  return withoutCursor(graph, operation, { path: {}, query: sent, header: {}, cookie: {}, body: undefined })
    .query
}

describe('withoutCursor', () => {
  it('leaves a made-up cursor out', () => {
    expect(queryOf('listPets', { cursor: 'x', limit: 2, name: 'Rex' })).toStrictEqual({
      limit: 2,
      name: 'Rex',
    })
  })

  it('keeps the number of a page', () => {
    expect(queryOf('listOwners', { page: 2, limit: 2 })).toStrictEqual({ page: 2, limit: 2 })
  })
})

const values = {
  path: { petId: 1 },
  query: {},
  header: {},
  cookie: {},
  body: { contentType: 'application/json', value: { owner: { id: 1 }, items: [{ id: 1 }, { id: 2 }] } },
}

describe('placeValue', () => {
  it('sets a parameter', () => {
    expect(placeValue(values, { location: 'path', name: 'petId' }, 7)?.path).toStrictEqual({ petId: 7 })
  })

  it('replaces a value deep in the body', () => {
    expect(placeValue(values, { location: 'body', name: '/owner/id' }, 7)?.body?.value).toMatchObject({
      owner: { id: 7 },
    })
  })

  it('replaces a value in every item', () => {
    expect(placeValue(values, { location: 'body', name: '/items/*/id' }, 7)?.body?.value).toMatchObject({
      items: [{ id: 7 }, { id: 7 }],
    })
  })

  it('leaves a body without the place alone', () => {
    expect(placeValue(values, { location: 'body', name: '/owner/email' }, 'a')).toBeUndefined()
    expect(
      placeValue({ ...values, body: undefined }, { location: 'body', name: '/owner/id' }, 7),
    ).toBeUndefined()
  })

  it('adds a property where that is asked for', () => {
    expect(
      placeValue(values, { location: 'body', name: '/owner/email' }, 'a', 'add')?.body?.value,
    ).toMatchObject({
      owner: { id: 1, email: 'a' },
    })
  })
})
