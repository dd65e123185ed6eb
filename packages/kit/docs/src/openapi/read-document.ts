import { readFileSync } from 'node:fs'
import { type ApiDocument, findOutsideReference, openDocument } from '@contract-kit/openapi'
import { parseDocumentText } from '@contract-kit/openapi/source'
import { toObject } from './json.ts'

/**
 * Reads a document: OpenAPI 3.0 to 3.2, or Swagger 2.0, which is converted. Throws an error with one sentence if it is another format, or
 * if it refers to other documents.
 */
export function readDocument(source: object | string): ApiDocument {
  const found =
    typeof source === 'string'
      ? parseDocumentText(readFileSync(source, 'utf8'), `The document ${source}`)
      : source
  const document = openDocument(toObject(found))
  const outside = findOutsideReference(document)
  if (outside !== undefined) {
    const name = typeof source === 'string' ? source : 'The document'
    throw new Error(
      `${name} refers to ${outside}, which is outside of it: bundle it first, for example with \`redocly bundle\`.`,
    )
  }
  return document
}

/** The title of a document. Default: `API`. */
export function titleOf({ title }: ApiDocument): string {
  return title || 'API'
}
