import { describe, expect, it } from 'vitest'
import { buildResourceGraph } from '../../resources/build-resource-graph.ts'
import { answers, json, loadPaths } from '../../resources/testing/load-paths.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import type { RequestValues } from '../../wire/request-values.ts'
import { atBoundary, listBoundaries, richestMedia } from './boundary-bodies.ts'

const PET = {
  type: 'object',
  properties: { name: { type: 'string', maxLength: 12 }, ownerId: { type: 'string', maxLength: 9 } },
  required: ['name', 'ownerId'],
}

const loadPets = () =>
  loadPaths({
    '/pets': { post: { operationId: 'make', requestBody: json(PET) } },
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
      '/pets': { put: { operationId: 'put', requestBody: json({ type: 'number' }) } },
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
