import { describe, expect, it } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { describeProperty } from '@contract-kit/json-schema/schemas'
import { createRig } from '../../test/create-exchange.ts'
import { jsonBody, jsonResponse, oneOperation } from '../../test/one-operation.ts'
import { pets, shop } from '../../test/pet-shop.ts'
import {
  commonFields,
  fieldAgrees,
  isChoice,
  knownOf,
  pairThings,
  readSent,
  readShown,
  showsChange,
} from './things.ts'

const pet = { type: 'object', properties: { name: { type: 'string' }, id: { type: 'integer' } } }
const wrapped = (name: string) => ({ type: 'object', properties: { [name]: pet } })
const rig = (sent: object, shown: object) =>
  createRig(
    oneOperation(
      { requestBody: jsonBody(sent), responses: { 200: jsonResponse(shown) } },
      { method: 'post' },
    ),
  )

const thing = (value: object) => ({ value: { ...value }, schemas: [] })

describe('readShown', () => {
  it('shows the response and what it wraps, with their schemas', async () => {
    const exchange = (await rig(pet, wrapped('data')))({
      operation: 'act',
      status: 200,
      json: { data: { name: 'Rex' } },
    })
    expect(readShown(exchange).map(({ value }) => value)).toEqual([
      { data: { name: 'Rex' } },
      { name: 'Rex' },
    ])
    expect(readShown(exchange)[1]?.schemas.map(({ schema }) => schema)).toEqual([pet])
  })

  it('shows a resource object of JSON:API as one thing, with the schemas of its attributes', async () => {
    const resource = {
      type: 'object',
      properties: { type: { const: 'pets' }, id: { type: 'string' }, attributes: pet, relationships: {} },
    }
    const shown = { type: 'object', properties: { data: resource } }
    const data = {
      type: 'pets',
      id: '7',
      attributes: { name: 'Rex' },
      relationships: { owner: { data: null } },
    }
    const exchange = (await rig(pet, shown))({ operation: 'act', status: 200, json: { data } })
    const [, held, ...rest] = readShown(exchange)
    expect(rest).toEqual([])
    expect(held?.value).toEqual({ type: 'pets', id: '7', name: 'Rex', owner: { data: null } })
    expect(describeProperty(held?.schemas ?? [], 'name').schemas.map(({ schema }) => schema)).toEqual([
      { type: 'string' },
    ])
  })

  it('shows nothing of a list or a text', async () => {
    const exchange = await rig(pet, {})
    expect(readShown(exchange({ operation: 'act', status: 200, json: [{ name: 'Rex' }] }))).toEqual([])
    expect(readShown(exchange({ operation: 'act', status: 200 }))).toEqual([])
  })
})

describe('pairThings', () => {
  it.each([
    [pet, wrapped('data'), { name: 'Rex' }, { data: { name: 'Bello' } }],
    [wrapped('pet'), pet, { pet: { name: 'Rex' } }, { name: 'Bello' }],
    [wrapped('data'), wrapped('result'), { data: { name: 'Rex' } }, { result: { name: 'Bello' } }],
  ])('finds the thing in any envelope', async (sent, shown, body, json) => {
    const exchange = (await rig(sent, shown))({ operation: 'act', body, status: 200, json })
    const [left, right] = pairThings(readSent(exchange), readShown(exchange)) ?? []
    expect(left?.value).toEqual({ name: 'Rex' })
    expect(right?.value).toEqual({ name: 'Bello' })
    expect(left && right && commonFields(left, right, true)).toMatchObject([
      { name: 'name', left: 'Rex', right: 'Bello' },
    ])
  })

  it('pairs nothing where no name is common', () => {
    expect(pairThings([thing({ a: 1 })], [thing({ b: 1 })])).toBeUndefined()
    expect(pairThings([], [thing({ b: 1 })])).toBeUndefined()
  })
})

describe('fieldAgrees', () => {
  const map = {
    type: 'object',
    properties: { labels: { type: 'object', additionalProperties: { type: 'string' } } },
  }
  const record = { type: 'object', properties: { labels: { type: 'object', properties: { a: {}, b: {} } } } }

  it.each<[string, object, Json, Json, boolean]>([
    ['a map that lost an entry', map, { a: 'x', b: 'y' }, { a: 'x' }, false],
    ['a map with other entries', map, { a: 'x' }, { a: 'x', b: 'y' }, true],
    ['a map whose names are in lower case', map, { A: 'x' }, { a: 'x' }, true],
    ['a map without its empty entries', map, { a: 'x', b: '' }, { a: 'x' }, true],
    ['an object that omits a property', record, { a: 'x', b: 'y' }, { a: 'x' }, true],
  ])('judges %s', async (_title, schema, sent, shown, expected) => {
    const exchange = (await rig(schema, schema))({ operation: 'act', body: { labels: sent }, status: 200, json: { labels: shown } }) // prettier-ignore
    const [left, right] = pairThings(readSent(exchange), readShown(exchange)) ?? []
    const fields = left && right && commonFields(left, right, true)
    expect(fields?.map(fieldAgrees)).toEqual([expected])
  })
})

const made = (sent: Json, shown: Json) => shop(pets.create({ body: sent, json: shown }))

describe('knownOf', () => {
  it('joins what was sent, returned and read, at any depth; later ones win', () => {
    const created = made(
      { name: 'Rex', home: { city: 'Oslo', street: 'x' } },
      { id: 'p1', home: { city: 'Bern' } },
    )
    const read = shop(pets.read({ name: 'rex', home: { zip: 1 } }))
    expect(knownOf(created, read)).toEqual({
      id: 'p1',
      name: 'rex',
      home: { city: 'Bern', street: 'x', zip: 1 },
    })
  })

  it('knows what the client sent, even if nothing showed it', () => {
    expect(knownOf(made({ active: false }, {}))).toEqual({ active: false })
  })

  it('knows what a change sent, but not what its response shows', () => {
    const change = shop(pets.put({ active: false }, { json: { active: false, deletedAt: 'now' } }))
    expect(knownOf(made({ active: true }, {}), undefined, change)).toEqual({ active: false })
  })

  it('knows nothing of an item without bodies', () => {
    expect(knownOf(shop({ operation: 'createPet', status: 201 }))).toEqual({})
  })

  it.each<[string, Json, Json]>([
    ['a list is replaced as a whole', { tags: ['a', 'b'] }, { tags: ['c'] }],
    ['an object is replaced by a plain value', { tags: { a: 1 } }, { tags: 1 }],
    ['null replaces a value', { tags: 1 }, { tags: null }],
  ])('%s', (_what, sent, shown) => {
    expect(knownOf(made(sent, shown))).toEqual(shown)
  })
})

describe('showsChange', () => {
  it.each<[Json, Json, boolean]>([
    [{ name: 'Rex', home: { city: 'Oslo' } }, { name: 'Rex', home: { city: 'Oslo', street: 'x' } }, true],
    [{ name: 'Rex', home: { city: 'Oslo' } }, { name: 'Rex', home: { city: 'Oslo', zip: 1 } }, false],
    [{ name: 'Rex', home: { city: 'Oslo' } }, { name: 'Rex', home: { city: 'Oslo' } }, false],
  ])('compares %j and %j after a street was sent', (before, after, expected) => {
    const change = shop(pets.put({ name: 'Rex', home: { city: 'Oslo', street: 'x' } }))
    expect(showsChange(shop(pets.read(before)), change, shop(pets.read(after)))).toBe(expected)
  })
})

describe('isChoice', () => {
  it.each<[object, boolean]>([
    [{ type: 'boolean' }, true],
    [{ enum: ['a', 'b'] }, true],
    [{ const: 'a' }, true],
    [{ type: 'string' }, false],
    [{ type: 'integer', minimum: 1, maximum: 2 }, false],
  ])('of %j is %s', async (schema, isOne) => {
    const properties = { type: 'object', properties: { held: schema } }
    const exchange = (await rig({}, properties))({ operation: 'act', status: 200, json: { held: 'a' } })
    const [shown] = readShown(exchange)
    expect(isChoice(describeProperty(shown?.schemas ?? [], 'held').schemas)).toBe(isOne)
  })
})
