import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import type { ApiDocument } from '@contract-kit/openapi'
import { buildResourceGraph, orderOperations } from './build-resource-graph.ts'
import { answers, jsonContent, loadPaths } from '@contract-kit/openapi/testing'

const string = { type: 'string' }
const object = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
})
const pet = object({ id: string, name: string }, ['name'])
const pets = { type: 'array', items: pet }

/** An operation with a response of 200, or none of a body. */
const op = (operationId: string, schema?: JsonObject, rest: JsonObject = {}): JsonObject => ({
  operationId,
  ...(schema && { responses: answers('200', schema) }),
  ...rest,
})
const created = (operationId: string, schema: JsonObject = pet, rest: JsonObject = {}): JsonObject => ({
  operationId,
  responses: answers('201', schema),
  ...rest,
})
const taking = (properties: JsonObject, required: string[] = []): JsonObject => ({
  requestBody: { required: required.length > 0, ...jsonContent(object(properties, required)) },
})

/** The resource of a key: its kind and parent, and the operation of each role. */
const rolesOf = (document: ApiDocument, key: string) => {
  const resource = buildResourceGraph(document).resources.find((each) => each.key === key)
  return (
    resource && {
      name: resource.name,
      kind: resource.kind,
      parent: resource.parent?.key,
      create: resource.create?.operation.id,
      read: resource.read?.operation.id,
      list: resource.list?.operation.id,
      replace: resource.replace?.operation.id,
      patch: resource.patch?.operation.id,
      remove: resource.remove?.operation.id,
    }
  )
}

const producersOf = (document: ApiDocument, id: string, name: string): readonly string[] => {
  const operation = document.operations.find((each) => each.id === id)
  return (operation === undefined ? [] : buildResourceGraph(document).bindings(operation))
    .filter((binding) => binding.name === name)
    .flatMap(({ producers }) =>
      producers.map((producer) => `${producer.operation.id} ${producer.expression}`),
    )
}

const id = { name: 'id', in: 'query', required: true, schema: string }
const byId = taking({ petId: string }, ['petId'])
const labels = {
  '/labels': { get: op('list', pets) },
  '/labels/{name}': { put: created('put'), get: op('get') },
}
const queried = {
  '/pet': {
    get: op('get', pet, { parameters: [id] }),
    post: created('make'),
    delete: op('drop', undefined, { parameters: [id] }),
  },
}
const calls = {
  '/rpc/createPet': { post: op('make', pet) },
  '/rpc/getPet': { post: op('get', undefined, byId) },
  '/rpc/listPets': { post: op('list', pets) },
  '/rpc/deletePet': { post: op('drop', undefined, byId) },
}

describe('buildResourceGraph', () => {
  it.each<[title: string, paths: JsonObject, key: string, roles: object | undefined]>([
    [
      'gives every operation of a collection its role',
      {
        '/api/v1/pets': { get: op('list', pets), post: op('make') },
        '/api/v1/pets/{petId}': { get: op('get'), put: op('put'), patch: op('patch'), delete: op('drop') },
      },
      '/api/v1/pets/{}',
      {
        name: 'pet',
        kind: 'collection',
        parent: undefined,
        create: 'make',
        read: 'get',
        list: 'list',
        replace: 'put',
        patch: 'patch',
        remove: 'drop',
      },
    ],
    [
      'places children under the item they belong to',
      { '/a/{x}/b/{y}/c/{z}': { get: op('get') }, '/a/{x}/b/{y}/c': { post: op('make') } },
      '/a/{}/b/{}/c/{}',
      { parent: '/a/{}/b/{}', create: 'make', read: 'get' },
    ],
    [
      'takes PUT on the item as creation where nothing else creates',
      labels,
      '/labels/{}',
      { create: 'put', replace: 'put', read: 'get' },
    ],
    [
      'knows a singleton by GET and PUT without an id',
      { '/users/{userId}/profile': { get: op('get', pet), put: op('put') } },
      '/users/{}/profile',
      { kind: 'singleton', parent: '/users/{}', read: 'get', replace: 'put' },
    ],
    [
      'reads an item by an id in the query',
      queried,
      '/pet/{}',
      { create: 'make', read: 'get', remove: 'drop', list: undefined },
    ],
    [
      'finds the verbs of an API of calls',
      calls,
      '/pet/{}',
      { create: 'make', read: 'get', list: 'list', remove: 'drop' },
    ],
    [
      'joins a resource that is created at one path and read at another',
      { '/users/{userId}/orders': { post: created('make') }, '/orders/{orderId}': { get: op('get') } },
      '/orders/{}',
      { create: 'make', read: 'get' },
    ],
  ])('%s', async (_title, paths, key, roles) => {
    expect(rolesOf(await loadPaths(paths), key)).toMatchObject(roles ?? {})
  })

  it('leaves actions alone', async () => {
    const document = await loadPaths({
      '/trips/{id}/departure': { post: op('depart', pet) },
      '/login': { post: op('login', object({ token: string })) },
    })
    expect(buildResourceGraph(document).resources.map(({ key }) => key)).toEqual(['/trips/{}'])
  })

  const data = (schema: JsonObject): JsonObject => object({ data: schema, meta: { type: 'object' } })
  const sessions = {
    '/sessions': { post: created('login', object({ token: string, accessToken: string })) },
    '/sessions/{sessionId}': { get: op('get') },
  }
  const book = object({ isbn: string })
  const books = {
    '/books': { post: created('makeBook', book, { requestBody: jsonContent(book) }) },
    '/books/{isbn}': { get: op('getBook') },
    '/loans': { post: op('lend', undefined, { requestBody: jsonContent(book) }) },
  }
  const order = object({ customerId: string })
  const links = {
    links: { get: { operationId: 'get', parameters: { 'path.petId': '$response.body#/self' } } },
  }
  const linked = {
    '/pets': { post: { operationId: 'make', responses: answers('201', pet, links) } },
    '/pets/{petId}': { get: op('get') },
  }

  it.each<[title: string, paths: JsonObject, id: string, name: string, producers: readonly string[]]>([
    [
      'finds ids and items inside envelopes',
      {
        '/books': { get: op('list', data(pets)), post: created('make', data(pet)) },
        '/books/{book_id}': { get: op('get') },
      },
      'get',
      'book_id',
      [
        'make $response.body#/data/id',
        'make $response.header.location#/books/{book_id}',
        'make $response.header.content-location#/books/{book_id}',
        'list $response.body#/data/*/id',
      ],
    ],
    [
      'never takes a token for an id',
      sessions,
      'get',
      'sessionId',
      [
        'login $response.header.location#/sessions/{sessionId}',
        'login $response.header.content-location#/sessions/{sessionId}',
      ],
    ],
    ['reads the id of a query from what makes the item', queried, 'get', 'id', ['make $response.body#/id']],
    ['binds no key of an item to the operation that makes it', books, 'makeBook', '/isbn', []],
    ['leaves the id of a new item to the operation that creates it', labels, 'put', 'name', []],
    [
      'takes what an association needs from the things themselves',
      { '/tags': { post: created('makeTag') }, '/books/{bookId}/tags/{tagId}': { put: op('tagBook') } },
      'tagBook',
      'tagId',
      ['makeTag $response.body#/id'],
    ],
    [
      'falls back on responses that mention a thing',
      {
        '/orders': { get: op('orders', { type: 'array', items: order }) },
        '/customers/{customerId}': { get: op('get') },
      },
      'get',
      'customerId',
      ['orders $response.body#/*/customerId'],
    ],
    [
      'does not bind a number to a thing known by text',
      {
        '/owners': { post: op('makeOwner') },
        '/owners/{id}': { get: op('getOwner') },
        '/pets': { post: op('makePet', undefined, taking({ ownerId: { type: 'integer' } })) },
      },
      'makePet',
      '/ownerId',
      [],
    ],
  ])('%s', async (_title, paths, operationId, name, producers) => {
    expect(producersOf(await loadPaths(paths), operationId, name)).toEqual(producers)
  })

  it.each<[id: string, name: string, at: number, producer: string, paths: JsonObject]>([
    ['lend', '/isbn', 0, 'makeBook $response.body#/isbn', books],
    ['getBook', 'isbn', -1, 'makeBook $request.body#/isbn', books],
    ['get', '/petId', 0, 'make $response.body#/id', calls],
    // Declared links come before inferred ones.
    ['get', 'petId', 0, 'make $response.body#/self', linked],
    ['get', 'petId', 1, 'make $response.body#/id', linked],
    ['get', 'name', 0, 'put $request.path.name', labels],
    ['get', 'name', -1, 'list $response.body#/*/name', labels],
  ])('binds %s %s at %i to %s', async (operationId, name, at, producer, paths) => {
    expect(producersOf(await loadPaths(paths), operationId, name).at(at)).toBe(producer)
  })

  it.each<[name: string, place: string, schema: JsonObject]>([
    ['ownerId', '/ownerId', string],
    ['owner_id', '/owner_id', string],
    ['primaryOwnerUuid', '/primaryOwnerUuid', string],
    ['ownerIds', '/ownerIds/*', { type: 'array', items: string }],
    ['owner', '/owner/id', object({ id: string })],
  ])('binds the foreign key %s', async (name, place, schema) => {
    const document = await loadPaths({
      '/owners': { post: created('makeOwner') },
      '/owners/{id}': { get: op('getOwner') },
      '/pets': { post: op('makePet', undefined, taking({ [name]: schema })) },
    })
    expect(producersOf(document, 'makePet', place)[0]).toBe('makeOwner $response.body#/id')
  })

  it('reads declared links', async () => {
    expect(buildResourceGraph(await loadPaths(linked)).links).toMatchObject([
      {
        name: 'get',
        status: '201',
        inputs: [{ location: 'path', name: 'petId', value: '$response.body#/self' }],
      },
    ])
  })
})

describe('orderOperations', () => {
  it.each<[title: string, paths: JsonObject, order: readonly string[]]>([
    [
      'puts producers before readers, changers and deleters',
      {
        '/pets/{petId}': { delete: op('drop'), put: op('put'), get: op('get') },
        '/pets': { get: op('list'), post: created('make') },
      },
      ['make', 'list', 'get', 'put', 'drop'],
    ],
    [
      'makes parents first and deletes them last',
      {
        '/a/{x}/b/{y}': { delete: op('dropB') },
        '/a/{x}/b': { post: op('makeB') },
        '/a/{x}': { delete: op('dropA') },
        '/a': { post: op('makeA') },
      },
      ['makeA', 'makeB', 'dropB', 'dropA'],
    ],
    [
      'creates the target of a required foreign key first',
      {
        '/loans': { post: created('lend', pet, taking({ bookId: string }, ['bookId'])) },
        '/loans/{id}': { get: op('getLoan') },
        '/books': { post: created('makeBook') },
      },
      ['makeBook', 'lend', 'getLoan'],
    ],
    [
      'survives things that need each other',
      {
        '/eggs': { post: created('egg', pet, taking({ henId: string }, ['henId'])) },
        '/hens': { post: created('hen', pet, taking({ eggId: string }, ['eggId'])) },
      },
      ['hen', 'egg'],
    ],
  ])('%s', async (_title, paths, order) => {
    const document = await loadPaths(paths)
    expect(orderOperations(buildResourceGraph(document), document.operations).map((each) => each.id)).toEqual(
      order,
    )
  })
})
