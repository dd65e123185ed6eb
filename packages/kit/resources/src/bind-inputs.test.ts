import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import type { ApiDocument } from '@contract-kit/openapi'
import { answers, jsonContent, loadPaths, objectOf } from '@contract-kit/openapi/testing'
import { buildResourceGraph } from './build-resource-graph.ts'

const TEXT = { type: 'string' }
const PREFIXED = { ...TEXT, pattern: '^cus_[a-z]{4}$' }
const UUID = { ...TEXT, format: 'uuid' }

/** The resource and the producers of every input of an operation outside the path. */
const referencesOf = (document: ApiDocument, id: string) =>
  document.operations
    .filter((operation) => operation.id === id)
    .flatMap((operation) => buildResourceGraph(document).bindings(operation))
    .map(({ location, name, producers }) => [
      `${location} ${name}`,
      ...producers.map(({ operation, expression }) => `${operation.id} ${expression}`),
    ])

describe('a bare noun', () => {
  const loadInvoices = (id: JsonObject, name: string, schema: JsonObject) =>
    loadPaths({
      '/customers': { post: { operationId: 'make', responses: answers('201', objectOf({ id: TEXT })) } },
      '/customers/{customer_id}': {
        get: { parameters: [{ name: 'customer_id', in: 'path', required: true, schema: id }] },
      },
      '/invoices': {
        post: { operationId: 'bill', requestBody: jsonContent(objectOf({ [name]: schema })) },
        get: { operationId: 'list', parameters: [{ name, in: 'query', schema }] },
      },
    })

  it.each<[evidence: string, id: JsonObject, name: string, schema: JsonObject]>([
    ['the pattern of the id', PREFIXED, 'customer', PREFIXED],
    ['the same UUID format', UUID, 'billing_customer', UUID],
    ['an example', PREFIXED, 'customer', { ...TEXT, example: 'cus_abcd' }],
    ['one of several examples', PREFIXED, 'customer', { ...TEXT, examples: ['cus_abcd'] }],
    ['a description', TEXT, 'customer', { ...TEXT, description: 'ID of the customer to bill.' }],
    ['a description of its own id', TEXT, 'customer', { ...TEXT, description: "The customer's identifier" }],
  ])('in a body refers to an item by %s', async (_evidence, id, name, schema) => {
    const document = await loadInvoices(id, name, schema)
    expect(referencesOf(document, 'bill')[0]?.slice(0, 2)).toEqual([
      `body /${name}`,
      'make $response.body#/id',
    ])
    expect(referencesOf(document, 'list')).toEqual([])
  })

  it.each<[what: string, id: JsonObject, name: string, schema: JsonObject]>([
    ['without evidence', PREFIXED, 'customer', TEXT],
    ['of another pattern', PREFIXED, 'customer', { ...TEXT, pattern: '^[A-Z]+$' }],
    ['with an example of another form', PREFIXED, 'customer', { ...TEXT, example: 'Jane Doe' }],
    ['whose id may be any text', { ...TEXT, pattern: '.' }, 'customer', { ...TEXT, example: 'Jane Doe' }],
    ['described as another value', TEXT, 'customer', { ...TEXT, description: 'Name, not the tax id' }],
    ['described by the id of something else', TEXT, 'customer', { ...TEXT, description: 'The tax id' }],
    ['that holds several', PREFIXED, 'customers', { type: 'array', items: PREFIXED }],
  ])('is a plain value %s', async (_what, id, name, schema) => {
    expect(referencesOf(await loadInvoices(id, name, schema), 'bill')).toEqual([])
  })
})

describe('an operation on a list of items', () => {
  const ITEMS = { type: 'array', items: objectOf({ id: TEXT }) }
  const load = (method: string, body: JsonObject) =>
    loadPaths({
      '/prices': {
        [method]: {
          operationId: 'save',
          requestBody: jsonContent(body),
          responses: answers('200', objectOf({ data: ITEMS })),
        },
      },
      '/prices/{price}': { get: { operationId: 'get' } },
    })

  it.each(['put', 'post'])('returns ids by %s', async (method) => {
    const [price] = referencesOf(await load(method, ITEMS), 'get')
    expect(price).toContain('save $response.body#/data/*/id')
  })

  it.each([
    ['a change of what exists', 'patch', ITEMS],
    ['a single item', 'put', objectOf({ name: TEXT })],
  ])('returns no new ids after %s', async (_what, method, body) => {
    const [price] = referencesOf(await load(method, body), 'get')
    expect(price).not.toContain('save $response.body#/data/*/id')
  })
})

describe('a resource name', () => {
  const NAME = { type: 'string', pattern: '^shops/[a-z-]{2,9}/pets/p_[0-9a-z]{4}$' }
  const PET = objectOf({ name: NAME, uid: UUID })
  const loadVisits = (pet: JsonObject, name: JsonObject = NAME) =>
    loadPaths({
      '/shops/{shop}/pets': {
        post: { operationId: 'make', responses: answers('201', objectOf({ name, uid: UUID })) },
        get: {
          operationId: 'list',
          responses: answers('200', objectOf({ pets: { type: 'array', items: PET } })),
        },
      },
      '/shops/{shop}/pets/{pet}': { get: { operationId: 'get', responses: answers('200', PET) } },
      '/visits': { post: { operationId: 'visit', requestBody: jsonContent(objectOf({ pet })) } },
    })

  it.each([
    ['a pattern', NAME],
    ['an example', { ...TEXT, example: 'shops/north/pets/p_0001' }],
    ['a description', { ...TEXT, description: 'The form is `shops/{shop}/pets/{pet}`.' }],
  ])('known by %s is taken whole by a reference, and its last segment by the path', async (_how, name) => {
    const document = await loadVisits(name, name)
    expect(referencesOf(document, 'visit')).toEqual([
      [
        'body /pet',
        'make $response.body#/name',
        'get $response.body#/name',
        'list $response.body#/pets/*/name',
      ],
    ])
    const pet = referencesOf(document, 'get').find(([place]) => place === 'path pet')
    expect(pet?.[1]).toBe('make $response.body#/name#/{pet}')
    expect(pet?.at(-1)).toBe('list $response.body#/pets/*/name#/{pet}')
  })

  it.each<[what: string, schema: JsonObject]>([
    ['of something else', { ...TEXT, example: 'shops/north/toys/t_1' }],
    ['that is a media type', { ...TEXT, example: 'pet/png' }],
    ['beside a choice of words', { ...TEXT, description: 'The pets/cats to visit.' }],
  ])('is none %s', async (_what, schema) => {
    expect(referencesOf(await loadVisits(schema), 'visit')).toEqual([])
  })
})
