import { isObject, own, type Json } from '../schema/json.ts'
import type { ApiDocument } from './api-document.ts'
import { DocumentError } from './document-error.ts'

/** The version of an OpenAPI document, 3.2 read like 3.1. Throws {@link DocumentError} where it is none of them. */
export const parseVersion = (root: Json): ApiDocument['version'] => {
  if (!isObject(root)) throw new DocumentError('The document must be an object with an `openapi` field.')
  const version = own(root, 'openapi')
  if (version === undefined && own(root, 'swagger') !== undefined)
    throw new DocumentError('The document is Swagger 2.0: convert it to OpenAPI 3.0 or 3.1 first.')
  if (version === undefined)
    throw new DocumentError('The document has no `openapi` field, such as `openapi: 3.1.0`.')
  const known = findVersion(version)
  if (known === undefined)
    throw new DocumentError(
      `The document is of OpenAPI ${JSON.stringify(version)}: only 3.0 and 3.1 can be checked.`,
    )
  return known
}

/** The version that an `openapi` field means, or undefined. Unquoted in YAML, 3.0 is the number 3. */
export const findVersion = (version: Json): ApiDocument['version'] | undefined => {
  const text = JSON.stringify(version)
  if (/^("3\.0(\..*)?"|3)$/.test(text)) return '3.0'
  return /^("3\.[12](\..*)?"|3\.[12])$/.test(text) ? '3.1' : undefined
}
