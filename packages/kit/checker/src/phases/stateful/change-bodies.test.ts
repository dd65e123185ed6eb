import { describe, expect, it } from 'vitest'
import type { RequestValues } from '../../http/wire-request.ts'
import type { Json, JsonObject } from '../../json-schema/base/json.ts'
import { buildResourceGraph } from '../../resources/build-resource-graph.ts'
import { answers, jsonContent, loadPaths } from '../../resources/testing/load-paths.ts'
import {
  atBoundary,
  brokenObjects,
  findObjectBody,
  listBoundaries,
  mixBodies,
  richestMedia,
  thinBody,
} from './change-bodies.ts'
import type { BrokenValues } from './scenario-port.ts'
import { Walk } from './walk.ts'

const PET = {
  type: 'object',
  properties: { name: { type: 'string', maxLength: 12 }, ownerId: { type: 'string', maxLength: 9 } },
  required: ['name', 'ownerId'],
}

const loadPets = () =>
  loadPaths({
    '/pets': { post: { operationId: 'make', requestBody: jsonContent(PET) } },
    '/owners': {
      post: {
        operationId: 'makeOwner',
        responses: answers('201', { type: 'object', properties: { id: { type: 'string' } } }),
      },
    },
  })

const sending = (value: Json): RequestValues => ({
  path: {},
  query: {},
  header: {},
  cookie: {},
  body: { contentType: 'application/json', value },
})

const bodiesAt = async (base: Json) => {
  const document = await loadPets()
  const operation = document.operations.find(({ id }) => id === 'make')
  if (operation === undefined) throw new Error('no operation')
  const boundaries = listBoundaries(operation, 'application/json')
  return boundaries.map(
    (boundary) => atBoundary(buildResourceGraph(document), operation, sending(base), boundary)?.body?.value,
  )
}

describe('atBoundary', () => {
  it('carries the longest text over to another body', async () => {
    const bodies = await bodiesAt({ name: 'Tom', ownerId: 'o1' })
    expect(bodies.some((body) => String(Object(body)['name']).length === 12)).toBe(true)
  })

  it('leaves references as they are', async () => {
    const bodies = await bodiesAt({ name: 'Tom', ownerId: 'o1' })
    const owners = bodies.flatMap((body) => (body === undefined ? [] : [Object(body)['ownerId'] as unknown]))
    expect(new Set(owners)).toEqual(new Set(['o1']))
    expect(owners.length).toBeLessThan(bodies.length)
  })
})

describe('listBoundaries', () => {
  it('puts first what servers cut', async () => {
    const { operations } = await loadPets()
    const [operation] = operations
    const [first] = operation === undefined ? [] : listBoundaries(operation, 'application/json')
    expect(JSON.stringify(first?.value).length).toBeGreaterThan('{"name":"x","ownerId":"x"}'.length)
  })

  it('knows none for another media type', async () => {
    const [operation] = (await loadPets()).operations
    expect(operation && listBoundaries(operation, 'text/plain')).toEqual([])
  })
})

const bodyOf = (content: JsonObject) =>
  loadPaths({ '/pets': { put: { operationId: 'put', requestBody: { content } } } })

describe('richestMedia', () => {
  it('is the media type with the most limits', async () => {
    const text = { schema: { type: 'string', maxLength: 5 } }
    const { operations } = await bodyOf({ 'text/plain': text, 'application/json': { schema: PET } })
    expect(operations.map(richestMedia)).toEqual(['application/json'])
  })

  it('is none where there is no body', async () => {
    const { operations } = await loadPaths({ '/pets': { get: { operationId: 'list' } } })
    expect(operations.map(richestMedia)).toEqual([undefined])
  })
})

describe('atBoundary for another media type than the request has', () => {
  it('takes the whole body from the limit', async () => {
    const document = await loadPaths({
      '/pets': { put: { operationId: 'put', requestBody: jsonContent({ type: 'number' }) } },
    })
    const [operation] = document.operations
    if (operation === undefined) throw new Error('no operation')
    const [boundary] = listBoundaries(operation, 'application/json').filter(({ value }) => value === 1.5)
    if (boundary === undefined) throw new Error('no boundary')
    const text = { ...sending('x'), body: { contentType: 'text/plain', value: 'x' } }
    expect(atBoundary(buildResourceGraph(document), operation, text, boundary)?.body).toEqual({
      contentType: 'application/json',
      value: 1.5,
    })
  })
})

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
  const document = await loadPaths({ '/x': { put: { requestBody: jsonContent(schema) } } })
  const [operation] = document.operations
  if (operation === undefined) throw new Error('no operation')
  return operation
}

const sendingOfShapeBody = (value: Json): RequestValues => ({
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
  const [first, ...drawn] = bodies.map(sendingOfShapeBody)
  const atLimits = limits.map(sendingOfShapeBody)
  return mixBodies(await loadPut(SCHEMA), first ?? sendingOfShapeBody({}), { drawn, atLimits, item, isBound })
    .body?.value
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
    const full = sendingOfShapeBody({ a: 'x', b: 1, c: 'z', d: true })
    expect(thinBody(operation, full).body?.value).toEqual({ a: 'x' })
    expect(thinBody(operation, full, ['c']).body?.value).toEqual({ a: 'x', c: 'z', d: true })
  })

  it('works inside a body that wraps the thing', async () => {
    const operation = await loadPut({ type: 'object', properties: { pet: SCHEMA }, required: ['pet'] })
    expect(thinBody(operation, sendingOfShapeBody({ pet: { a: 'x', b: 1 } })).body?.value).toEqual({
      pet: { a: 'x' },
    })
  })
})

describe('findObjectBody', () => {
  it('opens a body only where its schema has one object alone', async () => {
    const sole = await loadPut({ type: 'object', properties: { pet: SCHEMA } })
    const among = await loadPut({ type: 'object', properties: { pet: SCHEMA, note: { type: 'string' } } })
    expect(findObjectBody(sole, sendingOfShapeBody({ pet: { a: 'x' } }))?.value).toEqual({ a: 'x' })
    expect(findObjectBody(among, sendingOfShapeBody({ pet: { a: 'x' } }))?.value).toEqual({ pet: { a: 'x' } })
    expect(findObjectBody(sole, sendingOfShapeBody(['x']))).toBeUndefined()
  })
})

const breaking = (value: Json): BrokenValues => ({
  values: { path: {}, query: {}, header: {}, cookie: {}, body: { contentType: 'application/json', value } },
  target: { location: 'body', name: '', keyword: 'type', pointer: '', documentUri: '' },
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
    brokenBodies: () => bodies.map(breaking),
    toTarget: () => undefined,
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
