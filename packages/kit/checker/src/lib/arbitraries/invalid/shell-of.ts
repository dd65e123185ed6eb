import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { isSchema } from '../../schema/judge/is-schema.ts'
import { appendTokens } from '../../schema/json-pointer.ts'
import type { SchemaNode } from '../../schema/schema-node.ts'
import { subschemaKeywords } from '../../schema/subschema-keywords.ts'

/** The keywords of a schema, each subschema replaced by an absolute reference to it. */
export type Shell = Readonly<JsonObject>

/** Keywords that name a schema or keep others for later: without their place they mean nothing. */
const NAMES = new Set(['$id', '$anchor', '$dynamicAnchor', '$schema', '$vocabulary', '$defs', 'definitions'])

/** A reference that leads to a node from anywhere: its document's URI with its pointer as fragment (RFC 6901, section 6). */
export const referTo = (node: SchemaNode, ...tokens: readonly (string | number)[]): JsonObject => {
  const pointer = appendTokens(node.pointer, ...tokens)
  return { $ref: `${node.documentUri}#${pointer.split('/').map(encodeURIComponent).join('/')}` }
}

const shells = new WeakMap<SchemaNode, Shell>()

/**
 * What a schema says, in a form that may stand anywhere: subschemas and references become absolute references, names
 * such as `$id` are left out. A boolean schema becomes `{}` or `{ not: {} }`.
 */
export const shellOf = (node: SchemaNode): Shell => {
  const known = shells.get(node)
  if (known !== undefined) return known
  const shell =
    typeof node.schema === 'boolean' ? (node.schema ? {} : { not: {} }) : absoluteCopy(node, node.schema)
  shells.set(node, shell)
  return shell
}

const absoluteCopy = (node: SchemaNode, schema: JsonObject): JsonObject => {
  const shell: JsonObject = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (!NAMES.has(keyword)) shell[keyword] = absoluteValue(node, keyword, value)
  }
  return shell
}

const absoluteValue = (node: SchemaNode, keyword: string, value: Json): Json => {
  if (keyword === '$ref' && typeof value === 'string')
    return referTo(node.set.resolve(node, value))['$ref'] ?? value
  if (keyword === '$dynamicRef' && typeof value === 'string')
    return value.startsWith('#') ? node.baseUri + value : value
  const refer = (below: Json, token?: string | number): Json =>
    isSchema(below) ? referTo(node, keyword, ...(token === undefined ? [] : [token])) : below
  const shape = subschemaKeywords.get(keyword)
  if (shape === 'one') return refer(value)
  if (shape === 'list') return Array.isArray(value) ? value.map(refer) : value
  if (shape === undefined || !isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, below]) => [name, refer(below, name)]))
}
