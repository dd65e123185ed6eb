import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { isObject, type JsonObject, referenceOf, toObject, toText } from './json.ts'

/**
 * A document as an object. Throws one sentence where it is no OpenAPI 3.0 or 3.1, or where references lead out of it.
 */
export function readDocument(source: object | string): JsonObject {
  const name = typeof source === 'string' ? source : 'The document'
  const document = typeof source === 'string' ? parseFile(source) : toObject(source)
  const version = toText(document['openapi'])
  if (!/^3\.[01]\./.test(version)) {
    throw new Error(
      `${name} must be OpenAPI 3.0 or 3.1, but its \`openapi\` is ${version === '' ? 'missing' : version}.`,
    )
  }
  const outside = findOutsideReference(document)
  if (outside !== undefined) {
    throw new Error(
      `${name} refers to ${outside}, which is outside of it: bundle it first, for example with \`redocly bundle\`.`,
    )
  }
  return document
}

/** The title of a document; `API` where it has none. */
export function titleOf(document: JsonObject): string {
  return toText(toObject(document['info'])['title']) || 'API'
}

function parseFile(path: string): JsonObject {
  const text = readFileSync(path, 'utf8')
  try {
    return toObject(parse(text))
  } catch (error) {
    throw new Error(
      `${path} must be YAML or JSON: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

function findOutsideReference(node: unknown): string | undefined {
  if (Array.isArray(node)) return node.map(findOutsideReference).find((found) => found !== undefined)
  if (!isObject(node)) return undefined
  const reference = referenceOf(node)
  if (reference !== '' && !reference.startsWith('#')) return reference
  for (const [key, value] of Object.entries(node)) {
    // Examples may hold anything, a member named `$ref` included.
    const found =
      key === 'example' || key === 'value' || key === 'default' ? undefined : findOutsideReference(value)
    if (found !== undefined) return found
  }
  return undefined
}
