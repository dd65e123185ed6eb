import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../documents/json.ts'
import { nameDeepReferences } from './deep-references.ts'

const tool = { type: 'object', properties: { owner: { type: 'object' }, next: {} } }

function documentWith(schema: JsonObject, parameter: JsonObject = {}): JsonObject {
  const content = { 'application/json': { schema } }
  return {
    openapi: '3.0.3',
    paths: {
      '/tools': {
        get: {
          parameters: [parameter],
          responses: { 200: { content: { 'application/json': { schema: tool } } } },
        },
        post: { responses: { 200: { content } } },
      },
    },
    components: { schemas: { Tool: tool, ToolOwner: { type: 'string' } } },
  }
}

const schemaOfPost = ['paths', '/tools', 'post', 'responses', '200', 'content', 'application/json', 'schema']

function at(document: JsonObject, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((node, key) => Reflect.get(Object(node), key), document)
}

describe('nameDeepReferences', () => {
  it('leaves a document without deep references as it is', () => {
    const document = documentWith({ $ref: '#/components/schemas/Tool' })
    expect(nameDeepReferences(document)).toEqual(document)
  })

  it('names the schema of a response', () => {
    const named = nameDeepReferences(
      documentWith({ $ref: '#/paths/~1tools/get/responses/200/content/application~1json/schema' }),
    )
    expect(at(named, schemaOfPost)).toEqual({ $ref: '#/components/schemas/ToolsGet200' })
    expect(at(named, ['components', 'schemas', 'ToolsGet200'])).toEqual(tool)
  })

  it('numbers a name that is in use', () => {
    const named = nameDeepReferences(documentWith({ $ref: '#/components/schemas/Tool/properties/owner' }))
    expect(at(named, schemaOfPost)).toEqual({ $ref: '#/components/schemas/ToolOwner2' })
  })

  it('ends where a schema leads back to itself', () => {
    const pointer = '#/paths/~1tools/post/responses/200/content/application~1json/schema'
    const named = nameDeepReferences(
      documentWith({ type: 'object', properties: { next: { $ref: pointer } } }),
    )
    const next = { $ref: '#/components/schemas/ToolsPost200' }
    expect(at(named, ['components', 'schemas', 'ToolsPost200', 'properties', 'next'])).toEqual(next)
  })

  it('inlines targets other than schemas', () => {
    const document = documentWith(tool, { name: 'limit', in: 'query' })
    const post = at(document, ['paths', '/tools', 'post']) as JsonObject
    post['parameters'] = [{ $ref: '#/paths/~1tools/get/parameters/0' }]
    expect(at(nameDeepReferences(document), ['paths', '/tools', 'post', 'parameters', '0'])).toEqual({
      name: 'limit',
      in: 'query',
    })
  })
})
