import { describe, expect, it } from 'vitest'
import { exampleHandlers } from '../src/index.ts'

const documentOf = (responses: object, components: object = {}) => ({
  openapi: '3.1.1',
  paths: { '/boats': { get: { operationId: 'list-boats', responses }, post: { responses } } },
  components,
})
const respond = (responses: object) => exampleHandlers(documentOf(responses))['list-boats']?.()

const schemaOf = (schema: object) => ({ 200: { content: { 'application/json': { schema } } } })

describe('exampleHandlers', () => {
  it('has one for each operation', () => {
    expect(Object.keys(exampleHandlers(documentOf({})))).toStrictEqual(['list-boats', 'POST /boats'])
  })

  it('responds with the first example of the first success', () => {
    const content = { 'application/json': { examples: { one: { value: [1] }, two: { value: [1, 2] } } } }
    const created = { content: { 'text/plain': { example: 'a' } } }
    const first = { status: 200, headers: {}, mediaType: 'application/json', body: [1] }
    expect(respond({ 404: {}, 201: created, 200: { content } })).toStrictEqual(first)
  })

  it('takes the example of a schema, and of the headers that are required', () => {
    const headers = { 'X-Total': { required: true, schema: { example: 3 } }, 'X-More': { schema: {} } }
    const content = { 'text/csv': { schema: { examples: ['a,b'] } } }
    const given = { status: 200, headers: { 'x-total': '3' }, mediaType: 'text/csv', body: 'a,b' }
    expect(respond({ '2XX': { headers, content } })).toStrictEqual(given)
  })

  it('has no body where there is none', () => {
    expect(respond({ 204: { description: 'Gone.' } })).toStrictEqual({ status: 204, headers: {} })
  })

  it('makes what has no example of its schema', () => {
    const boat = { type: 'object', required: ['id'], properties: { id: { type: 'integer', enum: [3] } } }
    expect(respond(schemaOf(boat))).toMatchObject({ body: { id: 3 } })
    expect(() => respond(schemaOf({ not: {} }))).toThrow(
      'GET /boats has no example for its response 200, and none can be generated',
    )
  })
})
