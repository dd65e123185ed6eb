import { loadDocument } from '../../document/load-document.ts'
import type { ApiDocument } from '../../document/api-document.ts'
import type { Json, JsonObject } from '../../schema/json.ts'

/** A document of the given paths and schemas, loaded. Operations without responses answer 200 without a body. */
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

/** A JSON body or answer of a schema. */
export const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } })

/** Responses: one status that answers a schema. */
export const answers = (status: string, schema: Json, more: JsonObject = {}): JsonObject => ({
  [status]: { description: 'OK', ...json(schema), ...more },
})
