import { describe, expect, it } from 'vitest'
import type { ApiDocument } from '../openapi/api-document.ts'
import { buildResourceGraph } from './build-resource-graph.ts'
import { answers, jsonContent, loadPaths } from './testing/load-paths.ts'

const PET = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' } },
  required: ['name'],
}
const PETS = { type: 'array', items: PET }

const producersOf = (document: ApiDocument, id: string, name: string) => {
  const operation = document.operations.find((each) => each.id === id)
  const graph = buildResourceGraph(document)
  return (operation === undefined ? [] : graph.bindings(operation))
    .filter((binding) => binding.name === name)
    .flatMap(({ producers }) =>
      producers.map((producer) => `${producer.operation.id} ${producer.expression}`),
    )
}

describe('createBinder', () => {
  it('finds ids and items inside envelopes', async () => {
    const document = await loadPaths({
      '/books': {
        get: {
          operationId: 'list',
          responses: answers('200', { type: 'object', properties: { meta: { type: 'object' }, data: PETS } }),
        },
        post: {
          operationId: 'make',
          responses: answers('201', { type: 'object', properties: { data: PET, meta: {} } }),
        },
      },
      '/books/{book_id}': { get: { operationId: 'get' } },
    })
    expect(producersOf(document, 'get', 'book_id')).toEqual([
      'make $response.body#/data/id',
      'make $response.header.location#/books/{book_id}',
      'make $response.header.content-location#/books/{book_id}',
      'list $response.body#/data/*/id',
    ])
  })

  it('never takes a token for an id', async () => {
    const token = {
      type: 'object',
      properties: { token: { type: 'string' }, accessToken: { type: 'string' } },
    }
    const document = await loadPaths({
      '/sessions': { post: { operationId: 'login', responses: answers('201', token) } },
      '/sessions/{sessionId}': { get: { operationId: 'get' } },
    })
    expect(producersOf(document, 'get', 'sessionId')).toEqual([
      'login $response.header.location#/sessions/{sessionId}',
      'login $response.header.content-location#/sessions/{sessionId}',
    ])
  })

  it.each([
    ['ownerId', '/ownerId', { type: 'string' }],
    ['owner_id', '/owner_id', { type: 'string' }],
    ['primaryOwnerUuid', '/primaryOwnerUuid', { type: 'string' }],
    ['ownerIds', '/ownerIds/*', { type: 'array', items: { type: 'string' } }],
    ['owner', '/owner/id', { type: 'object', properties: { id: { type: 'string' } } }],
  ])('binds the foreign key %s', async (name, place, schema) => {
    const document = await loadPaths({
      '/owners': { post: { operationId: 'makeOwner', responses: answers('201', PET) } },
      '/owners/{id}': { get: { operationId: 'getOwner' } },
      '/pets': {
        post: {
          operationId: 'makePet',
          requestBody: jsonContent({ type: 'object', properties: { [name]: schema } }),
        },
      },
    })
    expect(producersOf(document, 'makePet', place)[0]).toBe('makeOwner $response.body#/id')
  })

  it('binds a key that only the item itself is known by', async () => {
    const book = { type: 'object', properties: { isbn: { type: 'string' } } }
    const document = await loadPaths({
      '/books': {
        post: { operationId: 'makeBook', requestBody: jsonContent(book), responses: answers('201', book) },
      },
      '/books/{isbn}': { get: { operationId: 'getBook' } },
      '/loans': { post: { operationId: 'lend', requestBody: jsonContent(book) } },
    })
    expect(producersOf(document, 'lend', '/isbn')[0]).toBe('makeBook $response.body#/isbn')
    expect(producersOf(document, 'makeBook', '/isbn')).toEqual([])
    expect(producersOf(document, 'getBook', 'isbn').at(-1)).toBe('makeBook $request.body#/isbn')
  })

  it('leaves the id of what it makes to the operation that makes it', async () => {
    const document = await loadPaths({
      '/labels': { get: { operationId: 'list', responses: answers('200', PETS) } },
      '/labels/{name}': {
        put: { operationId: 'put', responses: answers('201', PET) },
        get: { operationId: 'get' },
      },
    })
    expect(producersOf(document, 'put', 'name')).toEqual([])
    expect(producersOf(document, 'get', 'name')).toContain('list $response.body#/*/name')
  })

  it('takes what an association needs from the things themselves', async () => {
    const document = await loadPaths({
      '/tags': { post: { operationId: 'makeTag', responses: answers('201', PET) } },
      '/books/{bookId}/tags/{tagId}': { put: { operationId: 'tagBook' } },
    })
    expect(producersOf(document, 'tagBook', 'tagId')).toEqual(['makeTag $response.body#/id'])
  })

  it('puts declared links before what it infers', async () => {
    const links = {
      links: { get: { operationId: 'get', parameters: { 'path.petId': '$response.body#/self' } } },
    }
    const document = await loadPaths({
      '/pets': { post: { operationId: 'make', responses: answers('201', PET, links) } },
      '/pets/{petId}': { get: { operationId: 'get' } },
    })
    expect(producersOf(document, 'get', 'petId').slice(0, 2)).toEqual([
      'make $response.body#/self',
      'make $response.body#/id',
    ])
    expect(buildResourceGraph(document).links).toMatchObject([
      {
        name: 'get',
        status: '201',
        inputs: [{ location: 'path', name: 'petId', value: '$response.body#/self' }],
      },
    ])
  })

  it('falls back on answers that mention a thing', async () => {
    const order = { type: 'object', properties: { customerId: { type: 'string' } } }
    const document = await loadPaths({
      '/orders': {
        get: { operationId: 'orders', responses: answers('200', { type: 'array', items: order }) },
      },
      '/customers/{customerId}': { get: { operationId: 'get' } },
    })
    expect(producersOf(document, 'get', 'customerId')).toEqual(['orders $response.body#/*/customerId'])
  })

  it('does not bind a number to a thing known by text', async () => {
    const document = await loadPaths({
      '/owners': { post: { operationId: 'makeOwner' } },
      '/owners/{id}': { get: { operationId: 'getOwner' } },
      '/pets': {
        post: {
          operationId: 'makePet',
          requestBody: jsonContent({ type: 'object', properties: { ownerId: { type: 'integer' } } }),
        },
      },
    })
    expect(producersOf(document, 'makePet', '/ownerId')).toEqual([])
  })
})
