import { describe, expect, it } from 'vitest'
import { loadDocument } from '../document/load-document.ts'
import { buildResourceGraph } from '../resources/build-resource-graph.ts'
import { withoutCursor } from './without-cursor.ts'

const text = { type: 'string' }
const page = {
  type: 'object',
  properties: {
    items: { type: 'array', items: { type: 'object', properties: { id: text, name: text } } },
    nextCursor: text,
  },
}
const answer = { description: 'ok', content: { 'application/json': { schema: page } } }
const query = (name: string, type = 'string') => ({ name, in: 'query', schema: { type } })
const list = (operationId: string, ...parameters: object[]) => ({
  get: { operationId, parameters, responses: { 200: answer } },
})
const document = await loadDocument({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': list('listPets', query('cursor'), query('limit', 'integer'), query('name')),
    '/owners': list('listOwners', query('page', 'integer'), query('limit', 'integer')),
  },
})
const graph = buildResourceGraph(document)
const queryOf = (id: string, sent: Record<string, string | number>) => {
  const operation = document.operations.find((entry) => entry.id === id)
  if (operation === undefined) throw new Error(`There is no ${id}.`)
  return withoutCursor(graph, operation, { path: {}, query: sent, header: {}, cookie: {}, body: undefined })
    .query
}

describe('withoutCursor', () => {
  it('leaves a made-up cursor out', () => {
    expect(queryOf('listPets', { cursor: 'x', limit: 2, name: 'Rex' })).toStrictEqual({
      limit: 2,
      name: 'Rex',
    })
  })

  it('keeps the number of a page', () => {
    expect(queryOf('listOwners', { page: 2, limit: 2 })).toStrictEqual({ page: 2, limit: 2 })
  })
})
