import type { AnswerTable } from './answer-table.ts'
import type { DocumentOperation } from './document-operations.ts'
import { hoistReferences } from './hoist-references.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import type { Resolve } from './resolve-reference.ts'

/** The path under which the validator knows an operation. */
export const validatorPath = (index: number): string => `/operation-${index}`

/**
 * The document as the validator gets it. What is judged before (path, method, servers, security, guarded headers, the
 * presence of a body) is left out, and each operation has a path of its own. The schemas of all answers stand among the
 * components, where each is compiled once.
 */
export function createValidatorDocument(
  document: JsonObject,
  operations: readonly DocumentOperation[],
  answers: AnswerTable,
  guardedHeaders: readonly string[],
  resolve: Resolve,
): object {
  const { openapi, info, components } = structuredClone(document)
  const guarded = new Set(guardedHeaders.map((name) => name.toLowerCase()))
  const own = isJsonObject(components) ? components['schemas'] : undefined
  const paths: Record<string, object> = Object.fromEntries(
    operations.map((operation, index) => [
      validatorPath(index),
      { [operation.method.toLowerCase()]: toValidatorOperation(operation, guarded) },
    ]),
  )
  const schemas = { ...(isJsonObject(own) ? own : {}), ...structuredClone(answers.schemas) }
  const result = { openapi, info, paths, components: { schemas } }
  hoistReferences(result, schemas, resolve)
  removeDiscriminators(result)
  return result
}

function toValidatorOperation(operation: DocumentOperation, guarded: ReadonlySet<string>): object {
  const parameters = operation.parameters
    .filter(({ in: place, name }) => place !== 'header' || !guarded.has(name.toLowerCase()))
    .map((parameter) => {
      const { examples: _, example: __, ...kept } = structuredClone(parameter.object)
      // A value with `:` or `/` in it is a value like any other; without this it is refused unless encoded.
      return parameter.in === 'query' ? { ...kept, allowReserved: true } : kept
    })
  const { body } = operation
  return {
    operationId: operation.operationId,
    parameters,
    // Presence is judged before; a required body without its media type would be 415 instead of a named problem.
    ...(body !== null && {
      requestBody: {
        required: false,
        content: { 'application/json': { schema: structuredClone(body.schema) } },
      },
    }),
    responses: { 200: { description: '' } },
  }
}

/** The validator reads a discriminator before it knows that the body is an object; `oneOf` alone says the same. */
function removeDiscriminators(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(removeDiscriminators)
  if (!isJsonObject(node)) return
  const { discriminator } = node
  if (isJsonObject(discriminator) && typeof discriminator['propertyName'] === 'string')
    delete node['discriminator']
  Object.values(node).forEach(removeDiscriminators)
}
