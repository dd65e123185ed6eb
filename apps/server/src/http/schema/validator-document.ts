import type { AnswerTable } from './answer-table.ts'
import type { DocumentOperation, DocumentParameter } from './document-operations.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'

/** The path under which the validator knows an operation: one literal of its own, then its path parameters. */
export const validatorPath = (index: number, pathValues: readonly string[]): string =>
  [`/operation-${index}`, ...pathValues.map((value) => encodeURIComponent(value))].join('/')

/** The path of the one operation of the validator's document whose answer has a property for each schema of answers. */
export const ANSWERS_PATH = '/answers'

/** The name under which the validator knows the n-th path parameter. */
export const validatorPathName = (index: number): string => `p${index}`

/** The path parameters of an operation in the order of the validator's path. */
export const pathParametersOf = (operation: DocumentOperation): DocumentParameter[] =>
  operation.parameters.filter((parameter) => parameter.in === 'path')

/**
 * The document as the validator gets it. Its own router would judge path, method, servers and security a second time
 * and in another way, so each operation is re-keyed to a path that no other one can match, and what is settled before
 * (guarded headers, presence of the body) is left out. All answers are the properties of the one answer of one more path.
 */
export function createValidatorDocument(
  document: JsonObject,
  operations: readonly DocumentOperation[],
  answers: AnswerTable,
  guardedHeaders: readonly string[],
): object {
  const { openapi, info, components } = structuredClone(document)
  const guarded = new Set(guardedHeaders.map((name) => name.toLowerCase()))
  const schemas = isJsonObject(components) ? (components['schemas'] ?? {}) : {}
  const paths: Record<string, object> = Object.fromEntries(
    operations.map((operation, index) => {
      const names = pathParametersOf(operation).map((_, position) => `{${validatorPathName(position)}}`)
      const path = [`/operation-${index}`, ...names].join('/')
      return [path, { [operation.method.toLowerCase()]: toValidatorOperation(operation, guarded) }]
    }),
  )
  paths[ANSWERS_PATH] = { get: toAnswersOperation(answers) }
  const result = { openapi, info, paths, components: { schemas } }
  removeDiscriminators(result)
  return result
}

function toValidatorOperation(operation: DocumentOperation, guarded: ReadonlySet<string>): object {
  let position = 0
  const parameters = operation.parameters
    .filter(({ in: place, name }) => place !== 'header' || !guarded.has(name.toLowerCase()))
    .map((parameter) => {
      const { examples: _, example: __, ...kept } = structuredClone(parameter.object)
      if (parameter.in === 'path') return { ...kept, name: validatorPathName(position++) }
      // A value with `:` or `/` in it is a value like any other; without this it is refused unless encoded.
      return parameter.in === 'query' ? { ...kept, allowReserved: true } : kept
    })
  const { body } = operation
  return {
    operationId: operation.operationId,
    parameters,
    // Presence is judged before; a required body without its media type would be 415 instead of a named problem.
    ...(body !== null && { requestBody: { required: false, content: jsonContent(body.schema) } }),
    responses: { 200: { description: '' } },
  }
}

/** Compiled as one schema, what several answers refer to is compiled once: most of the time that a start needs. */
function toAnswersOperation({ schemas }: AnswerTable): object {
  const schema = { type: 'object', properties: schemas }
  return { responses: { 200: { description: '', content: jsonContent(schema) } } }
}

const jsonContent = (schema: unknown): object => ({ 'application/json': { schema: structuredClone(schema) } })

/** The validator reads a discriminator before it knows that the body is an object; `oneOf` alone says the same. */
function removeDiscriminators(node: unknown): void {
  if (Array.isArray(node)) return node.forEach(removeDiscriminators)
  if (!isJsonObject(node)) return
  const { discriminator } = node
  if (isJsonObject(discriminator) && typeof discriminator['propertyName'] === 'string')
    delete node['discriminator']
  Object.values(node).forEach(removeDiscriminators)
}
