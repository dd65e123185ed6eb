import { writeJson } from '@contract-kit/json-schema/json'
import { type Json, type JsonObject, isObject } from '../../documents/json.ts'

/**
 * Merges two schemas into their conjunction, keyword by keyword. Constraints that one keyword cannot express stay in
 * `allOf`. So does a schema whose `additionalProperties` depends on the properties beside it.
 */
export function mergeSchemas(first: JsonObject, second: JsonObject): JsonObject {
  if (Object.keys(first).length === 0) return second
  if (Object.keys(second).length === 0) return first
  if (!countsNeighbors(first) && !countsNeighbors(second)) return mergeKeywords(first, second)
  const { allOf = [], ...own } = first
  const inner = Array.isArray(allOf) ? allOf : []
  return { ...own, allOf: [...inner, second] }
}

/** Keywords whose meaning depends on keywords beside them (JSON Schema 2020-12, core, sections 10.3 and 11). */
function countsNeighbors(schema: JsonObject): boolean {
  return [
    'additionalProperties',
    'unevaluatedProperties',
    'items',
    'unevaluatedItems',
    'if',
    'contains',
  ].some((keyword) => keyword in schema && !(keyword === 'items' && !('prefixItems' in schema)))
}

function mergeKeywords(first: JsonObject, second: JsonObject): JsonObject {
  const merged: JsonObject = { ...first }
  const rest: JsonObject = {}
  for (const [keyword, value] of Object.entries(second)) {
    const present = merged[keyword]
    if (present === undefined || writeJson(present) === writeJson(value)) {
      merged[keyword] = value
      continue
    }
    const combined = combine(keyword, present, value)
    if (combined === undefined) rest[keyword] = value
    else merged[keyword] = combined
  }
  if (Object.keys(rest).length === 0) return merged
  const { allOf } = merged
  return { ...merged, allOf: [...(Array.isArray(allOf) ? allOf : []), rest] }
}

/** The merged value of a keyword; undefined if there is none. */
function combine(keyword: string, first: Json, second: Json): Json | undefined {
  if (annotations.has(keyword) || keyword.startsWith('x-')) return second
  if (typeof first === 'number' && typeof second === 'number') {
    if (lowerLimits.has(keyword)) return Math.max(first, second)
    if (upperLimits.has(keyword)) return Math.min(first, second)
  }
  if (typeof first === 'boolean' && typeof second === 'boolean') return first || second
  if (keyword === 'required' && Array.isArray(first) && Array.isArray(second))
    return [...new Set([...first, ...second])]
  if (keyword === 'type') return intersectTypes(toList(first), toList(second))
  if (keyword === 'enum' && Array.isArray(first) && Array.isArray(second)) {
    const texts = new Set(second.map((value) => writeJson(value)))
    return first.filter((value) => texts.has(writeJson(value)))
  }
  if (keyword === 'allOf' && Array.isArray(first) && Array.isArray(second)) return [...first, ...second]
  if (maps.has(keyword) && isObject(first) && isObject(second)) return mergeMaps(first, second)
  if (keyword === 'items' && isObject(first) && isObject(second)) return { allOf: [first, second] }
  return undefined
}

/** The members of both objects; common members are merged. */
function mergeMaps(first: JsonObject, second: JsonObject): JsonObject {
  const merged: JsonObject = { ...first }
  for (const [name, value] of Object.entries(second)) {
    const present = merged[name]
    merged[name] = present === undefined ? value : { allOf: [present, value] }
  }
  return merged
}

function intersectTypes(first: readonly Json[], second: readonly Json[]): Json[] {
  const common = first.filter(
    (type) => second.includes(type) || (type === 'integer' && second.includes('number')),
  )
  const narrowed = second.filter((type) => type === 'integer' && first.includes('number'))
  return [...new Set([...common, ...narrowed])]
}

const toList = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value])

const lowerLimits: ReadonlySet<string> = new Set([
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
])
const upperLimits: ReadonlySet<string> = new Set([
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
])
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  '$comment',
  'example',
  'examples',
  'default',
  'externalDocs',
])
