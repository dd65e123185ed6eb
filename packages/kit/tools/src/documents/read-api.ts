import { type ApiDocument, DocumentError, openDocument } from '@contract-kit/openapi'
import { oncePer } from '@contract-kit/json-schema/memo'
import { InputError } from '../input-error.ts'
import type { JsonObject } from './json.ts'

/** Reads a bundled document. Results are cached. Throws an InputError if it is not an OpenAPI document. */
export const readApi = oncePer((document: JsonObject): ApiDocument => {
  try {
    return openDocument(document)
  } catch (error) {
    if (error instanceof DocumentError) throw new InputError(error.message)
    throw error
  }
})
