import type { Schema, SchemaObject } from './schema.ts'

export function isNullable({ nullable, type }: SchemaObject): boolean {
  return nullable === true || (Array.isArray(type) && type.includes('null'))
}

/** Whether a schema lists its values. */
export function hasValues(schema: SchemaObject): boolean {
  return schema.const !== undefined || schema.enum !== undefined
}

/** The object that a schema describes by itself, beside what it combines; empty if it describes none. */
export function ownObject(schema: SchemaObject): SchemaObject {
  const { type, properties, required, additionalProperties, unevaluatedProperties, maxProperties } =
    withoutNull(schema)
  const keywords = { properties, required, additionalProperties, unevaluatedProperties, maxProperties }
  const given = Object.entries(keywords).filter(([, value]) => value !== undefined)
  const isObject = type === 'object' || (type === undefined && given.length > 0)
  return isObject ? { type: 'object', ...Object.fromEntries(given) } : {}
}

/** A part without a type of its own has that of the schema around it. */
export function inherit(part: Schema, { type }: SchemaObject): Schema {
  if (typeof part === 'boolean' || type === undefined || typeof type !== 'string') return part
  const { $ref, type: own, const: value, enum: values, oneOf, anyOf, allOf } = part
  const isTyped = [$ref, own, value, values, oneOf, anyOf, allOf].some((keyword) => keyword !== undefined)
  return isTyped ? part : { ...part, type }
}

/** The schema without `nullable` and the type `null`. */
export function withoutNull(schema: SchemaObject): SchemaObject {
  const { nullable: _, type, ...rest } = schema
  if (type === undefined) return rest
  const types = (typeof type === 'string' ? [type] : type).filter((one) => one !== 'null')
  return { ...rest, type: types.length === 1 ? (types[0] ?? types) : types }
}

/** Whether a string holds bytes, which travel apart from JSON. */
export function isBinary({ format, contentMediaType, contentEncoding }: SchemaObject): boolean {
  return format === 'binary' || (contentMediaType !== undefined && contentEncoding === undefined)
}
