import { describe, expect, it } from 'vitest'
import { noTarget } from '../../test/create-exchange.ts'
import { loadPaths, operationTaking, valuesOf } from '@contract-kit/openapi/testing'
import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { buildResourceGraph } from '@contract-kit/resources'
import { brokenObjects, mixBodies, nullsOf, thinBody } from './bodies.ts'
import type { BrokenValues } from './port.ts'
import { Walk } from './walk.ts'

const sending = (value: Json) => valuesOf({ body: { contentType: 'application/json', value } })

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    a: { type: 'string' },
    b: { type: 'integer', default: 3 },
    c: { type: ['string', 'null'] },
    d: { type: 'boolean' },
  },
  required: ['a'],
  dependentRequired: { c: ['d'] },
}

const taking = await operationTaking('application/json', { schema: SCHEMA })

const mix = (
  bodies: readonly Json[],
  limits: readonly Json[] = [],
  item: JsonObject = {},
  isBound = (_name: string) => false,
) => {
  const [first, ...drawn] = bodies.map(sending)
  const atLimits = limits.map(sending)
  return mixBodies(taking, first ?? sending({}), { drawn, atLimits, item, isBound }).body?.value
}

describe('mixBodies', () => {
  it.each<[title: string, bodies: readonly Json[], limits: readonly Json[], mixed: Json, item?: JsonObject]>([
    [
      'every property that any body has',
      [{ a: 'x' }, { a: 'y', b: 1 }, { a: 'z', d: true }],
      [],
      { a: 'x', b: 1, d: true },
    ],
    [
      'what differs from the item and the default',
      [
        { a: 'x', b: 3 },
        { a: 'y', b: 4 },
      ],
      [],
      { a: 'y', b: 4 },
      { a: 'x' },
    ],
    [
      'what is not empty',
      [
        { a: '', d: true, c: null },
        { a: 'y', d: true, c: 'z' },
      ],
      [],
      { a: 'y', d: true, c: 'z' },
    ],
    [
      'nothing that the schema forbids',
      [{ a: 'x' }],
      [
        { a: 'y', c: 'z' },
        { a: 'y', extra: 1 },
      ],
      { a: 'x' },
    ],
  ])('takes %s', (_title, bodies, limits, mixed, item) => {
    expect(mix(bodies, limits, item)).toEqual(mixed)
  })

  it('takes no reference from the limits', () => {
    const limits = [{ a: 'y', b: 7, d: true }]
    expect(mix([{ a: 'x' }], limits, {}, (name) => name === 'b')).toEqual({ a: 'x', d: true })
  })
})

const breaking = (value: Json): BrokenValues => ({
  values: sending(value),
  target: { ...noTarget, location: 'body', keyword: 'type' },
})

const chosenOf = async (bodies: readonly Json[], count: number) => {
  const document = await loadPaths({ '/pets': { post: {} } })
  const [operation] = document.operations
  if (operation === undefined) throw new Error('no operation')
  const port = {
    document,
    graph: buildResourceGraph(document),
    seed: 1,
    workers: 1,
    mustBeApart: false,
    send: () => Promise.resolve(undefined),
    validValues: () => undefined,
    pathValue: () => undefined,
    brokenBodies: () => bodies.map(breaking),
    toTarget: () => undefined,
    show: () => undefined,
    skip: () => undefined,
  }
  return brokenObjects(new Walk(port, 'test'), operation, breaking({}).values, count).map(
    ({ values }) => values.body?.value,
  )
}

describe('brokenObjects', () => {
  it('keeps to bodies that are objects', async () => {
    expect(await chosenOf(['text', { a: 1 }, [1], null, { b: 2 }], 4)).toEqual([{ a: 1 }, { b: 2 }])
  })

  it('spreads from the first to the last', async () => {
    const bodies = Array.from({ length: 9 }, (_item, at) => ({ at }))
    expect(await chosenOf(bodies, 3)).toEqual([{ at: 0 }, { at: 4 }, { at: 8 }])
    expect(await chosenOf(bodies, 1)).toEqual([{ at: 0 }])
  })
})

const TEXT = { type: 'string' }
const RESOURCE = {
  type: 'object',
  properties: {
    data: {
      type: 'object',
      required: ['type', 'attributes'],
      properties: {
        type: TEXT,
        id: TEXT,
        relationships: { type: 'object' },
        attributes: {
          type: 'object',
          required: ['version'],
          properties: { version: { type: 'integer' }, name: TEXT, until: { type: ['string', 'null'] } },
        },
      },
    },
  },
}
const attributes = { version: 1, name: 'n', until: 'u' }
const resource = { data: { type: 'cards', id: 'c', relationships: {}, attributes } }

describe('thinBody', () => {
  it('leaves type and id of a resource object, and the attributes that it needs', async () => {
    const operation = await operationTaking('application/json', { schema: RESOURCE })
    const thin = (keep: readonly string[]) => thinBody(operation, sending(resource), keep).body?.value
    expect(thin([])).toEqual({ data: { type: 'cards', id: 'c', attributes: { version: 1 } } })
    expect(thin(['name'])).toMatchObject({ data: { attributes: { version: 1, name: 'n' } } })
  })
})

describe('nullsOf', () => {
  it('sets to null what may be null, beside what a request needs', async () => {
    const operation = await operationTaking('application/json', { schema: RESOURCE })
    const nulls = (item: JsonObject) => nullsOf(operation, sending(resource), item)?.body?.value
    expect(nulls(attributes)).toMatchObject({ data: { attributes: { version: 1, until: null } } })
    expect(nulls({ ...attributes, until: null })).toBeUndefined()
  })
})
