import { describe, expect, it } from 'vitest'
import { buildResourceGraph } from './build-resource-graph.ts'
import { orderOperations } from './order-operations.ts'
import { answers, json, loadPaths } from './testing/load-paths.ts'

const THING = { type: 'object', properties: { id: { type: 'string' } } }
const LOAN = { type: 'object', properties: { bookId: { type: 'string' } }, required: ['bookId'] }

const needing = (name: string) => ({
  required: true,
  ...json({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] }),
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
          requestBody: { required: true, ...json(LOAN) },
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
