import type { DocumentOperation, DocumentParameter } from './document-operations.ts'
import { isPlainNumber } from './plain-number.ts'
import type { Resolve } from './resolve-reference.ts'
import type { SentParts } from './sent-parts.ts'
import { validatorPath } from './validator-document.ts'

/** A request as the validator reads it; the validator writes coerced values back into it. */
export interface ValidatorRequest {
  readonly method: string
  readonly originalUrl: string
  readonly path: string
  params: Record<string, unknown>
  query: Record<string, unknown>
  readonly headers: Record<string, unknown>
  readonly body: unknown
}

/** Stands in for a text that the validator would take for a number though it is none. */
const NOT_A_NUMBER = 'not-a-number'

/** Stands in for what cannot be decoded; its parameter is malformed whatever the validator says of it. */
const UNDECODABLE = '-'

/** Makes the request that the validator judges, of declared parameters only. */
export type ToValidatorRequest = (parts: SentParts) => ValidatorRequest

/** Prepares how the requests of one operation are made. */
export function createToValidatorRequest(
  operation: DocumentOperation,
  index: number,
  resolve: Resolve,
): ToValidatorRequest {
  const path = validatorPath(index)
  const { method } = operation
  const inPath = parametersIn(operation, 'path')
  const inQuery = parametersIn(operation, 'query')
  const inHeader = parametersIn(operation, 'header').map((parameter) => ({
    parameter,
    name: parameter.name.toLowerCase(),
  }))
  const plain = (text: string, { schema }: DocumentParameter): string =>
    isPlainNumber(text, schema, resolve) ? text : NOT_A_NUMBER

  return (parts) => {
    const params: Record<string, unknown> = {}
    for (const parameter of inPath) {
      params[parameter.name] = plain(parts.pathValues[parameter.name] ?? UNDECODABLE, parameter)
    }
    const headers: Record<string, unknown> = {}
    for (const { parameter, name } of inHeader) {
      const text = parts.header(name)
      if (text !== undefined) headers[name] = plain(text, parameter)
    }
    const query: Record<string, unknown> = {}
    if (inQuery.length > 0) {
      const sent = new URLSearchParams(parts.search)
      for (const parameter of inQuery) {
        const texts = sent.getAll(parameter.name).map((text) => plain(text, parameter))
        if (texts.length > 0) query[parameter.name] = texts.length === 1 ? texts[0] : texts
      }
    }
    const body = operation.body !== null && parts.body.kind === 'present' ? parts.body.value : undefined
    if (body !== undefined) headers['content-type'] = 'application/json'
    return { method, originalUrl: path, path, params, query, headers, body }
  }
}

/** The parameters of an operation in one place. */
export const parametersIn = (
  operation: DocumentOperation,
  place: DocumentParameter['in'],
): DocumentParameter[] => operation.parameters.filter((parameter) => parameter.in === place)
