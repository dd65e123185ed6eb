import { isObject, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { SchemaPlace } from './places.ts'

/** A schema change that makes values of one side invalid. `change` returns undefined if it does not apply. */
export interface Mutation {
  readonly title: string
  /** The broken side: those that send a value, or those that receive it. */
  readonly breaks: 'sender' | 'receiver'
  readonly change: (place: SchemaPlace, version: '3.0' | '3.1') => Json | undefined
}

const typeOf = ({ type }: JsonObject): Json | undefined => (Array.isArray(type) ? undefined : type)
const isPlain = (schema: JsonObject): boolean =>
  ['enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'nullable', 'format', 'pattern', '$ref'].every(
    (name) => !(name in schema),
  )
const has = (schema: JsonObject, ...names: readonly string[]): boolean =>
  names.every((name) => name in schema)

const sender = (
  title: string,
  change: (schema: JsonObject, version: '3.0' | '3.1') => Json | undefined,
): Mutation => ({
  title,
  breaks: 'sender',
  change: ({ schema }, version) => change(schema, version),
})
const receiver = (
  title: string,
  change: (schema: JsonObject, version: '3.0' | '3.1') => Json | undefined,
): Mutation => ({
  title,
  breaks: 'receiver',
  change: ({ schema }, version) => change(schema, version),
})

const optionalName = ({ properties, required }: JsonObject): string | undefined => {
  const needed = Array.isArray(required) ? required : []
  return Object.entries(isObject(properties) ? properties : {}).find(
    ([name, property]) =>
      !needed.includes(name) &&
      isObject(property) &&
      !('$ref' in property) &&
      !('readOnly' in property) &&
      !('writeOnly' in property) &&
      !('allOf' in property),
  )?.[0]
}

const textLimits = (schema: JsonObject): boolean => typeOf(schema) === 'string' && isPlain(schema)

const scalars: ReadonlySet<Json> = new Set(['string', 'integer', 'boolean', 'array'])

/** Changes that each break one side, whatever the surrounding schema. */
export const mutations: readonly Mutation[] = [
  sender('another type', (schema) =>
    typeOf(schema) === 'string' && isPlain(schema) ? { type: 'integer' } : undefined,
  ),
  sender('a shorter text', (schema) =>
    textLimits(schema) ? { ...schema, maxLength: Number(schema['minLength'] ?? 0) } : undefined,
  ),
  sender('a pattern', (schema) => (textLimits(schema) ? { ...schema, pattern: '^[0-9]{3}$' } : undefined)),
  sender('a format', (schema) => (textLimits(schema) ? { ...schema, format: 'uuid' } : undefined)),
  sender('a value less', (schema) => {
    const values = schema['enum']
    return Array.isArray(values) && new Set(values).size > 1
      ? { ...schema, enum: values.filter((value) => value !== values[0]) }
      : undefined
  }),
  sender('values of a list', (schema) =>
    textLimits(schema) ? { ...schema, enum: ['one', 'two'] } : undefined,
  ),
  sender('a property that is required', (schema) => {
    const name = optionalName(schema)
    const required = Array.isArray(schema['required']) ? schema['required'] : []
    return name === undefined ? undefined : { ...schema, required: [...required, name] }
  }),
  sender('no other properties', (schema) =>
    typeOf(schema) === 'object' &&
    isPlain(schema) &&
    !has(schema, 'additionalProperties') &&
    !has(schema, 'unevaluatedProperties')
      ? { ...schema, additionalProperties: false }
      : undefined,
  ),
  sender('a higher minimum', (schema) =>
    typeOf(schema) === 'integer' &&
    isPlain(schema) &&
    !has(schema, 'maximum') &&
    !has(schema, 'exclusiveMaximum')
      ? { ...schema, minimum: Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 0) + 7 }
      : undefined,
  ),
  sender('multiples only', (schema) =>
    typeOf(schema) === 'integer' && isPlain(schema) && !has(schema, 'maximum') && !has(schema, 'multipleOf')
      ? { ...schema, multipleOf: 7 }
      : undefined,
  ),
  sender('a shorter list', (schema) =>
    typeOf(schema) === 'array' && isPlain(schema)
      ? { ...schema, maxItems: Number(schema['minItems'] ?? 0) }
      : undefined,
  ),
  sender('items of another type', (schema) => {
    const { items } = schema
    return typeOf(schema) === 'array' &&
      isPlain(schema) &&
      isObject(items) &&
      (items['type'] === 'string' || items['type'] === 'object')
      ? { ...schema, items: { type: 'boolean' } }
      : undefined
  }),
  receiver('another type', (schema) =>
    typeOf(schema) === 'string' && isPlain(schema) ? { type: 'integer' } : undefined,
  ),
  receiver('null', (schema, version) =>
    version === '3.1' && typeof schema['type'] === 'string' && schema['type'] !== 'null' && isPlain(schema)
      ? { ...schema, type: [schema['type'], 'null'] }
      : undefined,
  ),
  receiver('a value more', (schema) => {
    const values = schema['enum']
    return Array.isArray(values) &&
      values.every((value) => typeof value === 'string') &&
      !has(schema, 'nullable')
      ? { ...schema, enum: [...values, 'quite another'] }
      : undefined
  }),
  receiver('a property that may be missing', (schema) => {
    const { required, properties } = schema
    if (!Array.isArray(required) || required.length === 0 || has(schema, 'allOf') || !isObject(properties))
      return undefined
    const name = required.find((one) => {
      const property = typeof one === 'string' ? properties[one] : undefined
      return (
        isObject(property) && !('writeOnly' in property) && !('$ref' in property) && !('allOf' in property)
      )
    })
    return name === undefined ? undefined : { ...schema, required: required.filter((one) => one !== name) }
  }),
  receiver('a longer text', (schema) =>
    textLimits(schema) && has(schema, 'maxLength')
      ? { ...schema, maxLength: Number(schema['maxLength']) + 5 }
      : undefined,
  ),
  receiver('a lower minimum', (schema) =>
    typeOf(schema) === 'integer' && isPlain(schema) && has(schema, 'minimum')
      ? { ...schema, minimum: Number(schema['minimum']) - 3 }
      : undefined,
  ),
  receiver('any type', (schema) => (scalars.has(typeOf(schema) ?? '') && isPlain(schema) ? {} : undefined)),
  receiver('another item', (schema) => {
    const { items } = schema
    return typeOf(schema) === 'array' && isPlain(schema) && isObject(items) && items['type'] === 'string'
      ? { ...schema, items: { type: 'integer' } }
      : undefined
  }),
]
