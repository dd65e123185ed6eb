import type { DocumentOperation, DocumentParameter } from './document-operations.ts'
import type { JsonObject } from './json-object.ts'
import type { Problem } from './problem.ts'
import { parametersIn } from './validator-request.ts'

/** The parts of a request as one schema, so that one pointer leads to any value of it. */
export function toRequestSchema(operation: DocumentOperation): JsonObject {
  return {
    required: ['body'],
    properties: {
      body: operation.body?.schema ?? true,
      query: toObjectSchema(parametersIn(operation, 'query')),
      headers: toObjectSchema(parametersIn(operation, 'header')),
    },
  }
}

/** The validator knows headers in lower case, people by the spelling of the document. */
export function spellHeaders(problems: readonly Problem[], operation: DocumentOperation): Problem[] {
  const spelling = new Map(parametersIn(operation, 'header').map(({ name }) => [name.toLowerCase(), name]))
  return problems.map(({ pointer, keyword }) => ({
    pointer: pointer[0] === 'headers' ? pointer.map((token) => spelling.get(token) ?? token) : pointer,
    keyword,
  }))
}

const toObjectSchema = (parameters: readonly DocumentParameter[]): JsonObject => ({
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
})
