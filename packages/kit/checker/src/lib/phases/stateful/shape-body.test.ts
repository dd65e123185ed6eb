import { describe, expect, it } from 'vitest'
import { json, loadPaths } from '../../resources/testing/load-paths.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import type { RequestValues } from '../../wire/request-values.ts'
import { findObjectBody } from './json-body.ts'
import { mixBodies, thinBody } from './shape-body.ts'

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

const loadPut = async (schema: JsonObject) => {
  const document = await loadPaths({ '/x': { put: { requestBody: json(schema) } } })
  const [operation] = document.operations
  if (operation === undefined) throw new Error('no operation')
  return operation
}

const sending = (value: Json): RequestValues => ({
  path: {},
  query: {},
  header: {},
  cookie: {},
  body: { contentType: 'application/json', value },
})

const mix = async (
  bodies: readonly Json[],
  limits: readonly Json[] = [],
  item: JsonObject = {},
  isBound = (_name: string) => false,
) => {
  const [first, ...drawn] = bodies.map(sending)
  const atLimits = limits.map(sending)
  return mixBodies(await loadPut(SCHEMA), first ?? sending({}), { drawn, atLimits, item, isBound }).body
    ?.value
}

describe('mixBodies', () => {
  it('takes every property that any body has', async () => {
    expect(await mix([{ a: 'x' }, { a: 'y', b: 1 }, { a: 'z', d: true }])).toEqual({ a: 'x', b: 1, d: true })
  })

  it('prefers what differs from the item and the default', async () => {
    expect(
      await mix(
        [
          { a: 'x', b: 3 },
          { a: 'y', b: 4 },
        ],
        [],
        { a: 'x' },
      ),
    ).toEqual({ a: 'y', b: 4 })
  })

  it('prefers what is not empty', async () => {
    expect(
      await mix([
        { a: '', d: true, c: null },
        { a: 'y', d: true, c: 'z' },
      ]),
    ).toEqual({ a: 'y', d: true, c: 'z' })
  })

  it('takes nothing that the schema forbids', async () => {
    expect(
      await mix(
        [{ a: 'x' }],
        [
          { a: 'y', c: 'z' },
          { a: 'y', extra: 1 },
        ],
      ),
    ).toEqual({ a: 'x' })
  })

  it('takes no reference from the limits', async () => {
    expect(await mix([{ a: 'x' }], [{ a: 'y', b: 7, d: true }], {}, (name) => name === 'b')).toEqual({
      a: 'x',
      d: true,
    })
  })
})

describe('thinBody', () => {
  it('leaves only what is required or to be kept', async () => {
    const operation = await loadPut(SCHEMA)
    const full = sending({ a: 'x', b: 1, c: 'z', d: true })
    expect(thinBody(operation, full).body?.value).toEqual({ a: 'x' })
    expect(thinBody(operation, full, ['c']).body?.value).toEqual({ a: 'x', c: 'z', d: true })
  })

  it('works inside a body that wraps the thing', async () => {
    const operation = await loadPut({ type: 'object', properties: { pet: SCHEMA }, required: ['pet'] })
    expect(thinBody(operation, sending({ pet: { a: 'x', b: 1 } })).body?.value).toEqual({ pet: { a: 'x' } })
  })
})

describe('findObjectBody', () => {
  it('opens a body only where its schema has one object alone', async () => {
    const sole = await loadPut({ type: 'object', properties: { pet: SCHEMA } })
    const among = await loadPut({ type: 'object', properties: { pet: SCHEMA, note: { type: 'string' } } })
    expect(findObjectBody(sole, sending({ pet: { a: 'x' } }))?.value).toEqual({ a: 'x' })
    expect(findObjectBody(among, sending({ pet: { a: 'x' } }))?.value).toEqual({ pet: { a: 'x' } })
    expect(findObjectBody(sole, sending(['x']))).toBeUndefined()
  })
})
