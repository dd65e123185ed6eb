import { type Json, type JsonObject, isObject, toObject, toText } from '../../documents/json.ts'
import { type Side, targetOf } from '../side.ts'
import { mergeSchemas } from './merge-schemas.ts'

/**
 * Normalizes a schema to one spelling of JSON Schema 2020-12. References are followed, and `allOf` is merged if possible. A
 * single allowed value becomes an `enum`, and redundant keywords are left out. `true` is an empty schema, and `false` one that
 * excludes everything. Nested schemas stay as the document has them.
 */
export function readSchema(side: Side, schema: Json | undefined): JsonObject {
  if (schema === false) return { not: {} }
  if (!isObject(schema)) return {}
  const known = side.schemas.get(schema)
  if (known !== undefined) return known
  // A recursive reference adds nothing.
  side.schemas.set(schema, {})
  const read = mergeParts(side, schema)
  side.schemas.set(schema, read)
  return read
}

function mergeParts(side: Side, schema: JsonObject): JsonObject {
  const { $ref: reference, allOf, ...own } = schema
  const found = targetOf(side, schema)
  const target = found === undefined ? [] : [readSchema(side, found)]
  // In OpenAPI 3.0, nothing beside a reference counts.
  if (side.isVersion30 && reference !== undefined) return target[0] ?? {}
  if (found !== undefined) delete own['$dynamicRef']
  const parts = [...listOf(allOf), ...takeHidden(own)].map((part) => readSchema(side, part))
  return [...target, ...parts].reduce(mergeSchemas, spellOneWay(side.isVersion30 ? modernize(own) : own))
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** Unwraps a choice of one and a double negation. */
function takeHidden(schema: JsonObject): readonly Json[] {
  const hidden: Json[] = []
  const take = (keyword: string, part: Json | undefined): void => {
    if (part === undefined) return
    delete schema[keyword]
    hidden.push(part)
  }
  if ('discriminator' in schema) return []
  for (const keyword of ['anyOf', 'oneOf']) {
    const [branch, ...others] = listOf(schema[keyword])
    if (others.length === 0) take(keyword, branch)
  }
  const { not } = schema
  if (isObject(not) && Object.keys(not).join() === 'not') take('not', not['not'])
  return hidden
}

/** Converts keywords of OpenAPI 3.0 to JSON Schema 2020-12 (OpenAPI 3.0.4, section 4.7.24). */
export function modernize({ nullable, ...schema }: JsonObject): JsonObject {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  const others = omit(schema, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'])
  return {
    ...others,
    ...(type !== undefined &&
      nullable === true && { type: [...(Array.isArray(type) ? type : [type]), 'null'] }),
    ...toLimit(minimum, exclusiveMinimum, 'minimum', 'exclusiveMinimum'),
    ...toLimit(maximum, exclusiveMaximum, 'maximum', 'exclusiveMaximum'),
  }
}

function toLimit(
  limit: Json | undefined,
  exclusive: Json | undefined,
  name: string,
  strict: string,
): JsonObject {
  if (typeof exclusive === 'number')
    return { ...(limit !== undefined && { [name]: limit }), [strict]: exclusive }
  return limit === undefined ? {} : { [exclusive === true ? strict : name]: limit }
}

function spellOneWay({ const: only, ...schema }: JsonObject): JsonObject {
  const spelled = Object.entries(schema).filter(([keyword, value]) => !holdsAnyway(keyword, value))
  return {
    ...Object.fromEntries(spelled),
    ...(only !== undefined && { enum: [only] }),
    // A property is required if either schema requires it.
    ...(Array.isArray(schema['required']) &&
      schema['required'].length > 0 && { required: [...new Set(schema['required'])] }),
  }
}

function holdsAnyway(keyword: string, value: Json): boolean {
  if (keyword === 'required') return Array.isArray(value) && value.length === 0
  if (value === true || (isObject(value) && Object.keys(value).length === 0)) return openKeywords.has(keyword)
  if (keyword === 'minContains') return value === 1
  return value === 0 ? zeroKeywords.has(keyword) : value === false && flags.has(keyword)
}

const openKeywords: ReadonlySet<string> = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'unevaluatedItems',
  'propertyNames',
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependentRequired',
])
const zeroKeywords: ReadonlySet<string> = new Set(['minLength', 'minItems', 'minProperties'])
const flags: ReadonlySet<string> = new Set(['deprecated', 'readOnly', 'writeOnly', 'uniqueItems', 'nullable'])

/** The view of a schema in one direction: without read-only properties if sent, without write-only properties if received. */
export function viewOf(side: Side, schema: JsonObject, hidden: 'readOnly' | 'writeOnly'): JsonObject {
  const { properties, required } = schema
  if (!isObject(properties)) return schema
  const isHidden = (name: string): boolean =>
    Object.hasOwn(properties, name) && readSchema(side, properties[name])[hidden] === true
  if (!Object.keys(properties).some(isHidden)) return schema
  const kept = Object.entries(properties).filter(([name]) => !isHidden(name))
  const needed = Array.isArray(required) ? required.filter((name) => !isHidden(toText(name))) : []
  return {
    ...omit(schema, ['required']),
    properties: Object.fromEntries(kept),
    ...(needed.length > 0 && { required: needed }),
  }
}

/** A copy of an object without some members. */
export function omit(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}

/** Whether objects of this schema have only named members. */
export function isClosed(schema: JsonObject): boolean {
  const { additionalProperties, unevaluatedProperties } = schema
  return [additionalProperties, unevaluatedProperties].some(
    (rest) => rest === false || JSON.stringify(toObject(rest)['not']) === '{}',
  )
}
