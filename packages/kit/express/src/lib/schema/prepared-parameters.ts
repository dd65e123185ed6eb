import type { DocumentParameter } from './document-operations.ts'
import { isJsonObject } from './json-object.ts'
import type { Resolve } from './resolve-reference.ts'

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean'])
const COMBINERS = ['allOf', 'oneOf', 'anyOf']

/**
 * Whether express-openapi-validator prepares a parameter before it judges it: splits a list, puts an object together,
 * parses JSON. A plain text or number it takes as it is.
 */
export function isPrepared({ name, object, schema }: DocumentParameter, resolve: Resolve): boolean {
  if ('content' in object || name.includes('[')) return true
  const resolved = resolve(schema)
  if (!isJsonObject(resolved) || COMBINERS.some((keyword) => keyword in resolved)) return true
  return !SCALARS.has(resolved['type'])
}
