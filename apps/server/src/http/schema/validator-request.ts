import type { DocumentOperation, DocumentParameter } from './document-operations.ts'
import { createValidatorRequest, type ValidatorRequest } from './openapi-validator.ts'
import { isPlainNumber } from './plain-number.ts'
import type { Resolve } from './resolve-reference.ts'
import type { SentParts } from './sent-parts.ts'
import { pathParametersOf, validatorPath } from './validator-document.ts'

/** Stands in for a text that the validator would take for a number though it is none. */
const NOT_A_NUMBER = 'not-a-number'

/** Stands in for what cannot be decoded; its parameter is malformed whatever the validator says of it. */
const UNDECODABLE = '-'

/** Makes the request that the validator judges: declared parameters only, under the path of the prepared document. */
export function toValidatorRequest(
  operation: DocumentOperation,
  index: number,
  parts: SentParts,
  resolve: Resolve,
): ValidatorRequest {
  const plain = (text: string, { schema }: DocumentParameter): string =>
    isPlainNumber(text, schema, resolve) ? text : NOT_A_NUMBER
  const pathValues = pathParametersOf(operation).map((parameter) =>
    plain(parts.pathValues[parameter.name] ?? UNDECODABLE, parameter),
  )
  const headers: Record<string, unknown> = {}
  for (const parameter of parametersIn(operation, 'header')) {
    const text = parts.header(parameter.name)
    if (text !== undefined) headers[parameter.name.toLowerCase()] = plain(text, parameter)
  }
  const query: Record<string, unknown> = {}
  for (const parameter of parametersIn(operation, 'query')) {
    const texts = parts.query.getAll(parameter.name).map((text) => plain(text, parameter))
    if (texts.length > 0) query[parameter.name] = texts.length === 1 ? texts[0] : texts
  }
  const body = operation.body !== null && parts.body.kind === 'present' ? parts.body.value : undefined
  if (body !== undefined) headers['content-type'] = 'application/json'
  const path = validatorPath(index, pathValues)
  return { ...createValidatorRequest(operation.method, path), query, headers, body }
}

/** The parameters of an operation in one place. */
export const parametersIn = (operation: DocumentOperation, place: 'query' | 'header'): DocumentParameter[] =>
  operation.parameters.filter((parameter) => parameter.in === place)
