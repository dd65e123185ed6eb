import { isObject, type Json, own } from '@contract-kit/json-schema/json'

/**
 * Why a parsed text cannot be bundled and worked with, in a sentence: it is no document of OpenAPI 3 or Swagger 2.0, or its version is not
 * written as a text. Undefined if it is one. Readers of a document alone take a version that is a number, too.
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
