import { readFileSync } from 'node:fs'
import { isObject, type Json } from '@contract-kit/json-schema/json'
import { type ApiDocument, openDocument, parseDocumentText } from '@contract-kit/openapi'
import { toObject } from './json.ts'

/**
 * Reads a document: OpenAPI 3.0 to 3.2, or Swagger 2.0, which is converted. Throws one sentence if it is another, or if references lead
 * out of it.
 */
export function readDocument(source: object | string): ApiDocument {
  const found =
    typeof source === 'string'
      ? parseDocumentText(readFileSync(source, 'utf8'), `The document ${source}`)
      : source
  const document = openDocument(toObject(found))
  const outside = findOutsideReference(document.raw)
  if (outside !== undefined) {
    const name = typeof source === 'string' ? source : 'The document'
    throw new Error(
      `${name} refers to ${outside}, which is outside of it: bundle it first, for example with \`redocly bundle\`.`,
    )
  }
  return document
}

/** The title of a document; `API` where it has none. */
export function titleOf({ title }: ApiDocument): string {
  return title || 'API'
}

function findOutsideReference(node: Json): string | undefined {
  if (Array.isArray(node)) return node.map(findOutsideReference).find((found) => found !== undefined)
  if (!isObject(node)) return undefined
  const reference = node['$ref']
  if (typeof reference === 'string' && !reference.startsWith('#')) return reference
  for (const [key, value] of Object.entries(node)) {
    // Examples may hold anything, a member named `$ref` included.
    const found =
      key === 'example' || key === 'value' || key === 'default' ? undefined : findOutsideReference(value)
    if (found !== undefined) return found
  }
  return undefined
}
