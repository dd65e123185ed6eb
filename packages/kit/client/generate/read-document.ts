import {
  type ApiDocument,
  CONVERTED,
  convertSwagger,
  DocumentError,
  openDocument,
} from '@contract-kit/openapi'
import { isObject, type Json } from '@contract-kit/json-schema/json'
import { GenerateError, type Problems } from './problems.ts'
import { expandVariants } from './schemas/variants.ts'

/** Reads a document and rewrites the variants of objects as unions. Throws a `GenerateError` if it is not OpenAPI. */
export function readDocument(data: unknown, problems: Problems, notes: string[]): ApiDocument {
  try {
    const converted = convertSwagger(data as Json)
    if (converted !== undefined) notes.push(CONVERTED)
    const root = converted ?? (data as Json)
    return openDocument(isObject(root) ? expandVariants(root, problems) : (root as object))
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new GenerateError([error.message])
  }
}
