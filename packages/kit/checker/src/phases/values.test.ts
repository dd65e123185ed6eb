import { describe, expect, it } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { loadDocument } from '@contract-kit/openapi'
import { buildResourceGraph } from '@contract-kit/resources'
import { applyChange, applyChangeWhere, placeValue, withoutCursor, withoutExtras } from './values.ts'

describe('applyChange', () => {
  it.each<[string, Json, Json, Json, Json]>([
    ['keeps what was not tried', { a: 1, b: 'x' }, { a: 1, b: '' }, { a: 7, b: 'pixel' }, { a: 7, b: '' }],
    ['leaves out what the scenario leaves out', { a: 1, b: 2 }, { b: 2 }, { a: 7, b: 8 }, { b: 8 }],
    ['adds what the scenario adds', { a: 1 }, { a: 1, c: true }, { a: 7 }, { a: 7, c: true }],
    [
      'changes a nested part',
      { o: { i: 1, n: 'a' } },
      { o: { i: 1, n: 'b' } },
      { o: { i: 9, n: 'c' } },
      { o: { i: 9, n: 'b' } },
    ],
    ['takes another kind of value as it is', { a: 1 }, [], { a: 7 }, []],
  ])('%s', (_title, template, scenario, baseline, expected) => {
    expect(applyChange(template, scenario, baseline)).toStrictEqual(expected)
  })

  it.each<[string, Json, Json, Json, Json]>([
    [
      'repeats working items',
      [{ a: 1 }],
      [{ a: 1 }, { a: 1 }, { a: 1 }],
      [{ a: 7 }, { a: 8 }],
      [{ a: 7 }, { a: 8 }, { a: 7 }],
    ],
    ['changes a working item', [{ a: 1, b: 1 }], [{ a: 'x', b: 1 }], [{ a: 7, b: 9 }], [{ a: 'x', b: 9 }]],
    ['takes items where none work', [{ a: 1 }], [{ a: 2 }], [], [{ a: 2 }]],
    ['empties', [1], [], [7], []],
  ])('%s in an array', (_title, template, scenario, baseline, expected) => {
    expect(applyChange(template, scenario, baseline)).toStrictEqual(expected)
  })

  it('treats __proto__ as any other name', () => {
    const scenario = JSON.parse('{"a":1,"__proto__":{"x":1}}') as { a: number }
    expect(JSON.stringify(applyChange({ a: 1 }, scenario, { a: 2 }))).toBe('{"a":2,"__proto__":{"x":1}}')
  })
})

describe('applyChangeWhere', () => {
  const [template, scenario] = [
    { id: 1, part: { kind: 'a', size: 1 } },
    { id: 1, part: { kind: 'b', weight: 0 } },
  ]
  const baseline = { id: 7, part: { kind: 'a', size: 9, colour: 'red' } }

  it.each<[string, (value: Json) => boolean, Json | undefined]>([
    [
      'the finest combination that fits',
      () => true,
      { id: 7, part: { kind: 'b', weight: 0, colour: 'red' } },
    ],
    [
      'a part as a whole where a mixture does not fit',
      (value) => !JSON.stringify(value).includes('colour'),
      { id: 7, part: { kind: 'b', weight: 0 } },
    ],
    ['nothing where nothing fits', () => false, undefined],
  ])('takes %s', (_title, fits, expected) => {
    expect(applyChangeWhere(template, scenario, baseline, fits)).toStrictEqual(expected)
  })
})

describe('withoutExtras', () => {
  it.each<[string, Json, Json, Json, Json]>([
    ['drops what the template lacks', { a: 1 }, { a: 1 }, { a: 7, b: 8 }, { a: 7 }],
    ['keeps what the scenario adds', { a: 1 }, { a: 1, b: 2 }, { a: 7, b: 8, c: 9 }, { a: 7, b: 8 }],
    [
      'drops only in the object that is changed',
      { o: { i: 1 }, s: { w: 1 } },
      { o: { i: 1, n: 'a' }, s: { w: 1 } },
      { o: { i: 9, n: 'b', x: 3 }, s: { w: 2, d: 3 } },
      { o: { i: 9, n: 'b' }, s: { w: 2, d: 3 } },
    ],
    ['leaves another kind of value alone', [], [1], [2, 3], [2, 3]],
  ])('%s', (_title, template, scenario, baseline, expected) => {
    expect(withoutExtras(template, scenario, baseline)).toStrictEqual(expected)
  })
})

const text = { type: 'string' }
const number = { type: 'integer' }
const page = {
  type: 'object',
  properties: {
    items: { type: 'array', items: { type: 'object', properties: { id: text, name: text } } },
    nextCursor: text,
  },
}
const list = (operationId: string, ...names: string[]) => ({
  get: {
    operationId,
    parameters: names.map((name) => ({ name, in: 'query', schema: /page|limit/.test(name) ? number : text })),
    responses: { 200: { description: 'ok', content: { 'application/json': { schema: page } } } },
  },
})
const document = await loadDocument({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': list('listPets', 'cursor', 'limit', 'name'),
    '/owners': list('listOwners', 'page', 'limit'),
  },
})

describe('withoutCursor', () => {
  it.each([
    [
      'leaves a made-up cursor out',
      'listPets',
      { cursor: 'x', limit: 2, name: 'Rex' },
      { limit: 2, name: 'Rex' },
    ],
    ['keeps the number of a page', 'listOwners', { page: 2, limit: 2 }, { page: 2, limit: 2 }],
  ])('%s', (_title, id, query, expected) => {
    const operation = document.operations.find((entry) => entry.id === id)
    const values = { path: {}, query, header: {}, cookie: {}, body: undefined } as const
    expect(operation && withoutCursor(buildResourceGraph(document), operation, values).query).toStrictEqual(
      expected,
    )
  })
})

const value = { owner: { id: 1 }, items: [{ id: 1 }, { id: 2 }] }
const body = { contentType: 'application/json', value }
const values = { path: { petId: 1 }, query: {}, header: {}, cookie: {}, body }

describe('placeValue', () => {
  it.each([
    ['a value deep in the body', '/owner/id', { ...value, owner: { id: 7 } }],
    ['a value in every item', '/items/*/id', { ...value, items: [{ id: 7 }, { id: 7 }] }],
    ['nothing where the place is not', '/owner/email', undefined],
  ])('replaces %s', (_title, name, expected) => {
    expect(placeValue(values, { location: 'body', name }, 7)?.body?.value).toStrictEqual(expected)
  })

  it('sets a parameter, and adds a property where that is asked for', () => {
    expect(placeValue(values, { location: 'path', name: 'petId' }, 7)?.path).toStrictEqual({ petId: 7 })
    const added = placeValue(values, { location: 'body', name: '/owner/email' }, 'a', 'add')
    expect(added?.body?.value).toMatchObject({ owner: { id: 1, email: 'a' } })
  })
})
