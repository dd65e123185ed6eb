import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0'
import { isObject, type Json, type JsonObject, own } from '@contract-kit/json-schema/json'
import { DocumentError } from './document-part.ts'

/** A note for a converted document: the places in findings are those of OpenAPI 3.0. */
export const CONVERTED =
  'The document was converted from Swagger 2.0 to OpenAPI 3.0; what findings name as #/components/schemas/X is written at #/definitions/X.'

/** A Swagger 2.0 document as OpenAPI 3.0; any other document as undefined. Throws {@link DocumentError} if that is impossible. */
export const convertSwagger = (root: Json): Json | undefined => {
  if (!isObject(root) || own(root, 'openapi') !== undefined) return undefined
  const version = own(root, 'swagger')
  // Unquoted in YAML, 2.0 is the number 2.
  if (version !== '2.0' && version !== 2) return undefined
  try {
    const copy = withMediaTypes({ ...structuredClone(root), swagger: '2.0' })
    return upgradeFromTwoToThree(copy) as JsonObject
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new DocumentError(
      `The document is Swagger 2.0 and cannot be converted to OpenAPI 3.0: ${(error as Error).message}.`,
    )
  }
}

/** If a document names no media types, any is allowed. Form fields without files are sent as browsers send them. */
const withMediaTypes = (root: JsonObject): JsonObject => {
  const paths = own(root, 'paths')
  if (own(root, 'consumes') === undefined)
    for (const item of Object.values(isObject(paths) ? paths : {}))
      for (const operation of Object.values(isObject(item) ? item : {}))
        if (isObject(operation) && own(operation, 'consumes') === undefined && isPlainForm(operation))
          operation['consumes'] = ['application/x-www-form-urlencoded']
  return { consumes: ['*/*'], produces: ['*/*'], ...root }
}

const isPlainForm = (operation: JsonObject): boolean => {
  const parameters = own(operation, 'parameters')
  const fields = (Array.isArray(parameters) ? parameters : []).flatMap((parameter) =>
    isObject(parameter) && own(parameter, 'in') === 'formData' ? [own(parameter, 'type')] : [],
  )
  return fields.length > 0 && !fields.includes('file')
}
