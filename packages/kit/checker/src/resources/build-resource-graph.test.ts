import { describe, expect, it } from 'vitest'
import type { ApiDocument } from '../openapi/api-document.ts'
import { buildResourceGraph, orderOperations } from './build-resource-graph.ts'
import { answers, jsonContent, loadPaths } from './testing/load-paths.ts'

const PET = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' } },
  required: ['name'],
}
const PETS = { type: 'array', items: PET }

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

const producersOf = (document: ApiDocument, id: string, name: string) => {
  const operation = document.operations.find((each) => each.id === id)
  const graph = buildResourceGraph(document)
  return (operation === undefined ? [] : graph.bindings(operation))
    .filter((binding) => binding.name === name)
    .flatMap(({ producers }) =>
      producers.map((producer) => `${producer.operation.id} ${producer.expression}`),
    )
}

describe('buildResourceGraph', () => {
  it('gives every operation of a collection its role', async () => {
    const document = await loadPaths({
      '/api/v1/pets': {
        get: { operationId: 'list', responses: answers('200', PETS) },
        post: { operationId: 'make' },
      },
      '/api/v1/pets/{petId}': {
        get: { operationId: 'get' },
        put: { operationId: 'put' },
        patch: { operationId: 'patch' },
        delete: { operationId: 'drop' },
      },
    })
    expect(rolesOf(document, '/api/v1/pets/{}')).toEqual({
      name: 'pet',
      kind: 'collection',
      parent: undefined,
      create: 'make',
      read: 'get',
      list: 'list',
      replace: 'put',
      patch: 'patch',
      remove: 'drop',
    })
  })

  it('places children under the item they belong to', async () => {
    const document = await loadPaths({
      '/a/{x}/b/{y}/c/{z}': { get: { operationId: 'get' } },
      '/a/{x}/b/{y}/c': { post: { operationId: 'make' } },
    })
    expect(rolesOf(document, '/a/{}/b/{}/c/{}')).toMatchObject({
      parent: '/a/{}/b/{}',
      create: 'make',
      read: 'get',
    })
  })

  it('takes PUT on the item as creation where nothing else creates', async () => {
    const document = await loadPaths({
      '/labels': { get: { operationId: 'list', responses: answers('200', PETS) } },
      '/labels/{name}': {
        put: { operationId: 'put', responses: answers('201', PET) },
        get: { operationId: 'get' },
      },
    })
    expect(rolesOf(document, '/labels/{}')).toMatchObject({ create: 'put', replace: 'put', read: 'get' })
    expect(producersOf(document, 'get', 'name')).toContain('put $request.path.name')
  })

  it('knows a singleton by GET and PUT without an id', async () => {
    const document = await loadPaths({
      '/users/{userId}/profile': {
        get: { operationId: 'get', responses: answers('200', PET) },
        put: { operationId: 'put' },
      },
    })
    expect(rolesOf(document, '/users/{}/profile')).toMatchObject({
      kind: 'singleton',
      parent: '/users/{}',
      read: 'get',
      replace: 'put',
    })
  })

  it('leaves actions alone', async () => {
    const document = await loadPaths({
      '/trips/{id}/departure': { post: { operationId: 'depart', responses: answers('200', PET) } },
      '/login': {
        post: {
          operationId: 'login',
          responses: answers('200', { type: 'object', properties: { token: { type: 'string' } } }),
        },
      },
    })
    expect(buildResourceGraph(document).resources.map(({ key }) => key)).toEqual(['/trips/{}'])
  })

  it('reads an item by an id in the query', async () => {
    const id = { name: 'id', in: 'query', required: true, schema: { type: 'string' } }
    const document = await loadPaths({
      '/pet': {
        get: { operationId: 'get', parameters: [id], responses: answers('200', PET) },
        post: { operationId: 'make', responses: answers('201', PET) },
        delete: { operationId: 'drop', parameters: [id] },
      },
    })
    expect(rolesOf(document, '/pet/{}')).toMatchObject({
      create: 'make',
      read: 'get',
      remove: 'drop',
      list: undefined,
    })
    expect(producersOf(document, 'get', 'id')).toEqual(['make $response.body#/id'])
  })

  it('finds the verbs of an API of calls', async () => {
    const body = {
      requestBody: jsonContent({
        type: 'object',
        properties: { petId: { type: 'string' } },
        required: ['petId'],
      }),
    }
    const document = await loadPaths({
      '/rpc/createPet': { post: { operationId: 'make', responses: answers('200', PET) } },
      '/rpc/getPet': { post: { operationId: 'get', ...body } },
      '/rpc/listPets': { post: { operationId: 'list', responses: answers('200', PETS) } },
      '/rpc/deletePet': { post: { operationId: 'drop', ...body } },
    })
    expect(rolesOf(document, '/pet/{}')).toMatchObject({
      create: 'make',
      read: 'get',
      list: 'list',
      remove: 'drop',
    })
    expect(producersOf(document, 'get', '/petId')[0]).toBe('make $response.body#/id')
  })

  it('joins what is made in one place and read in another', async () => {
    const document = await loadPaths({
      '/users/{userId}/orders': { post: { operationId: 'make', responses: answers('201', PET) } },
      '/orders/{orderId}': { get: { operationId: 'get' } },
    })
    expect(rolesOf(document, '/orders/{}')).toMatchObject({ create: 'make', read: 'get' })
    expect(rolesOf(document, '/users/{}/orders/{}')).toBeUndefined()
  })
})

const THING = { type: 'object', properties: { id: { type: 'string' } } }
const LOAN = { type: 'object', properties: { bookId: { type: 'string' } }, required: ['bookId'] }

const needing = (name: string) => ({
  required: true,
  ...jsonContent({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] }),
})

const orderOf = async (paths: Parameters<typeof loadPaths>[0]) => {
  const document = await loadPaths(paths)
  return orderOperations(buildResourceGraph(document), document.operations).map(({ id }) => id)
}

describe('orderOperations', () => {
  it('puts producers before readers, changers and deleters', async () => {
    const order = await orderOf({
      '/pets/{petId}': {
        delete: { operationId: 'drop' },
        put: { operationId: 'put' },
        get: { operationId: 'get' },
      },
      '/pets': {
        get: { operationId: 'list' },
        post: { operationId: 'make', responses: answers('201', THING) },
      },
    })
    expect(order).toEqual(['make', 'list', 'get', 'put', 'drop'])
  })

  it('makes parents first and deletes them last', async () => {
    const order = await orderOf({
      '/a/{x}/b/{y}': { delete: { operationId: 'dropB' } },
      '/a/{x}/b': { post: { operationId: 'makeB' } },
      '/a/{x}': { delete: { operationId: 'dropA' } },
      '/a': { post: { operationId: 'makeA' } },
    })
    expect(order).toEqual(['makeA', 'makeB', 'dropB', 'dropA'])
  })

  it('makes what a required foreign key refers to first', async () => {
    const order = await orderOf({
      '/loans': {
        post: {
          operationId: 'lend',
          requestBody: { required: true, ...jsonContent(LOAN) },
          responses: answers('201', THING),
        },
      },
      '/loans/{id}': { get: { operationId: 'getLoan' } },
      '/books': { post: { operationId: 'makeBook', responses: answers('201', THING) } },
    })
    expect(order.slice(0, 2)).toEqual(['makeBook', 'lend'])
  })

  it('survives things that need each other', async () => {
    const order = await orderOf({
      '/eggs': {
        post: { operationId: 'egg', requestBody: needing('henId'), responses: answers('201', THING) },
      },
      '/hens': {
        post: { operationId: 'hen', requestBody: needing('eggId'), responses: answers('201', THING) },
      },
    })
    expect(order.toSorted()).toEqual(['egg', 'hen'])
  })
})
