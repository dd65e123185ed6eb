import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import type { ApiDocument } from '../src/document/api-document.ts'
import { loadDocument } from '../src/document/load-document.ts'

/** A document of the given paths and schemas, loaded. Operations without responses return 200 without a body. */
export const loadPaths = async (paths: JsonObject, schemas: JsonObject = {}): Promise<ApiDocument> =>
  loadDocument({
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, complete(path, item)])),
    components: { schemas },
  })

const complete = (path: string, item: Json | undefined): JsonObject => {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
  const declared = (item ?? {}) as Record<string, JsonObject>
  return Object.fromEntries(
    Object.entries(declared).map(([method, operation]) => {
      const parameters = Array.isArray(operation['parameters']) ? operation['parameters'] : []
      const missing = names.filter(
        (name) => !parameters.some((each) => (each as JsonObject)['name'] === name),
      )
      return [
        method,
        {
          responses: { '200': { description: 'OK' } },
          ...operation,
          parameters: [
            ...missing.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
            ...parameters,
          ],
        },
      ]
    }),
  )
}

/** A JSON body or response of a schema. */
export const jsonContent = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } })

/** Responses: one status that returns a schema. */
export const answers = (status: string, schema: Json, more: JsonObject = {}): JsonObject => ({
  [status]: { description: 'OK', ...jsonContent(schema), ...more },
})

/** A body of JSON that must be sent. */
export const taking = (schema: Json): JsonObject => ({
  requestBody: { required: true, ...jsonContent(schema) },
})

/** Operations of a path: each takes and shows JSON of the given schemas, with what `more` says of it. */
export const reads = (schema: Json, more: JsonObject = {}): JsonObject => ({
  get: { responses: answers('200', schema), ...more },
})
export const lists = (item: Json, more: JsonObject = {}): JsonObject =>
  reads({ type: 'array', items: item }, more)
export const makes = (sent: Json, made: Json, more: JsonObject = {}): JsonObject => ({
  post: { ...taking(sent), responses: answers('201', made), ...more },
})
export const puts = (sent: Json, shown: Json, more: JsonObject = {}): JsonObject => ({
  put: { ...taking(sent), responses: answers('200', shown), ...more },
})
export const drops = (more: JsonObject = {}): JsonObject => ({
  delete: { responses: { 204: { description: 'Gone' } }, ...more },
})

/** The schema of an object with the properties, of which some are required. */
export const objectOf = (properties: JsonObject, ...required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required: [...required],
})
export const TEXT = { type: 'string' }
export const INTEGER = { type: 'integer' }
