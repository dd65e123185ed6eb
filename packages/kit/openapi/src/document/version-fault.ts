import { isObject, type Json, own } from '@contract-kit/json-schema/json'

/**
 * The reason why a parsed text cannot be bundled, in a sentence: it is not an OpenAPI 3 or Swagger 2.0 document, or its version is not
 * a string. Undefined if it can be. Functions that only read a document also accept a version that is a number.
 */
export const findVersionFault = (root: Json): string | undefined => {
  const [openapi, swagger] = isObject(root) ? [own(root, 'openapi'), own(root, 'swagger')] : []
  const version = openapi ?? swagger
  if (version === undefined) return 'It is not an OpenAPI document: it has no field such as "openapi: 3.1.0".'
  const known = openapi === undefined ? /^2\.0$/ : /^3\.[012]\./
  return typeof version === 'string' && known.test(version)
    ? undefined
    : `Its version must be a text such as "3.1.0" or "2.0", not ${JSON.stringify(version)}.`
}
