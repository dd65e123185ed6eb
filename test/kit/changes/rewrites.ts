import { isObject, type Json, type JsonObject } from '@contract-kit/json-schema/json'

/** Rewrites a schema so that it allows the same values. `write` returns undefined if it does not apply. */
export interface Rewrite {
  readonly title: string
  readonly write: (schema: JsonObject, version: '3.0' | '3.1') => Json | undefined
}

const isNew = (version: string): boolean => version === '3.1'
const typesIn = ({ type }: JsonObject): readonly Json[] => (type === undefined ? [] : [type].flat())
const isOnly = ({ type }: JsonObject, name: string): boolean => type === name
const listIn = (schema: JsonObject, keyword: string): readonly Json[] => {
  const list = schema[keyword]
  return Array.isArray(list) ? list : []
}

/** Replaces one keyword of a schema with others; undefined if the schema lacks it or `write` returns undefined. */
function swap(
  schema: JsonObject,
  keyword: string,
  write: (value: Json) => JsonObject | undefined,
): JsonObject | undefined {
  const { [keyword]: value, ...rest } = schema
  const written = value === undefined ? undefined : write(value)
  return written && { ...rest, ...written }
}

const reversed = (keyword: string): Rewrite => ({
  title: `\`${keyword}\` in another order`,
  write: (schema) =>
    swap(schema, keyword, (value) =>
      Array.isArray(value) && value.length > 1 ? { [keyword]: value.toReversed() } : undefined,
    ),
})

const hasChoice = (schema: JsonObject): boolean =>
  ['anyOf', 'oneOf', 'discriminator'].some((name) => name in schema)

/** Rewrites that do not change which values a schema allows. */
export const rewrites: readonly Rewrite[] = [
  reversed('enum'),
  reversed('required'),
  reversed('anyOf'),
  reversed('oneOf'),
  reversed('allOf'),
  {
    title: 'properties in another order',
    write: (schema) =>
      swap(schema, 'properties', (value) =>
        isObject(value) ? { properties: Object.fromEntries(Object.entries(value).toReversed()) } : undefined,
      ),
  },
  { title: 'the schema as the only member of `allOf`', write: (schema) => ({ allOf: [schema] }) },
  {
    title: 'the schema as the only member of `anyOf`',
    write: (schema) => (hasChoice(schema) ? undefined : { anyOf: [schema] }),
  },
  {
    title: 'properties as members of `allOf`',
    write(schema) {
      const { properties, required, additionalProperties, unevaluatedProperties, ...rest } = schema
      if (!isObject(properties) || Object.keys(properties).length < 2 || hasChoice(schema)) return undefined
      if (additionalProperties !== undefined || unevaluatedProperties !== undefined) return undefined
      const entries = Object.entries(properties)
      const half = Math.ceil(entries.length / 2)
      return {
        ...rest,
        ...(required !== undefined && { required }),
        allOf: [
          ...listIn(schema, 'allOf'),
          { type: 'object', properties: Object.fromEntries(entries.slice(0, half)) },
          { type: 'object', properties: Object.fromEntries(entries.slice(half)) },
        ].slice(typesIn(schema).includes('object') && typesIn(schema).length === 1 ? 0 : Infinity),
        ...(!(typesIn(schema).includes('object') && typesIn(schema).length === 1) && { properties }),
      }
    },
  },
  {
    title: 'a type list as `anyOf`',
    write: (schema, version) =>
      isNew(version) && typesIn(schema).length > 1 && !hasChoice(schema)
        ? swap(schema, 'type', () => ({ anyOf: typesIn(schema).map((type) => ({ type })) }))
        : undefined,
  },
  {
    title: 'a type list as `oneOf`',
    write: (schema, version) =>
      isNew(version) && typesIn(schema).length > 1 && !hasChoice(schema)
        ? swap(schema, 'type', () => ({ oneOf: typesIn(schema).map((type) => ({ type })) }))
        : undefined,
  },
  {
    title: 'null as a branch beside the schema',
    write(schema, version) {
      const others = typesIn(schema).filter((type) => type !== 'null')
      if (
        !isNew(version) ||
        others.length === typesIn(schema).length ||
        others.length !== 1 ||
        hasChoice(schema)
      )
        return undefined
      if ('enum' in schema || 'const' in schema || 'allOf' in schema) return undefined
      return { oneOf: [{ ...schema, type: others[0]! }, { type: 'null' }] }
    },
  },
  {
    title: 'the only value of an `enum` as `const`',
    write: (schema, version) =>
      isNew(version) && listIn(schema, 'enum').length === 1
        ? swap(schema, 'enum', () => ({ const: listIn(schema, 'enum')[0]! }))
        : undefined,
  },
  {
    title: 'an `enum` as `oneOf` constants',
    write: (schema, version) =>
      isNew(version) && listIn(schema, 'enum').length > 1 && !hasChoice(schema)
        ? swap(schema, 'enum', () => ({
            oneOf: [...new Set(listIn(schema, 'enum'))].map((value) => ({ const: value })),
          }))
        : undefined,
  },
  {
    title: 'an `enum` without its type',
    write(schema) {
      const values = listIn(schema, 'enum')
      if (values.length === 0 || typesIn(schema).length !== 1 || 'nullable' in schema) return undefined
      if (!values.every((value) => typeof value === typesIn(schema)[0])) return undefined
      return swap(schema, 'type', () => ({}))
    },
  },
  {
    title: 'a boolean as its two values',
    write: (schema) =>
      isOnly(schema, 'boolean') && !('enum' in schema) && schema['nullable'] !== true && !('const' in schema)
        ? { ...schema, enum: [true, false] }
        : undefined,
  },
  {
    title: 'a limit of whole numbers as an exclusive one',
    write: (schema, version) =>
      isNew(version) && isOnly(schema, 'integer') && !('exclusiveMinimum' in schema)
        ? swap(schema, 'minimum', (value) =>
            Number.isSafeInteger(value) ? { exclusiveMinimum: Number(value) - 1 } : undefined,
          )
        : undefined,
  },
  {
    title: 'limits that hold anyway',
    write: (schema) => ({ minLength: 0, minItems: 0, minProperties: 0, ...schema }),
  },
  {
    title: 'what is allowed anyway, written out',
    write: (schema) =>
      'additionalProperties' in schema || 'unevaluatedProperties' in schema || !('properties' in schema)
        ? undefined
        : { ...schema, additionalProperties: true },
  },
  {
    title: 'a double negation',
    write: (schema) =>
      Object.keys(schema).length > 6 || 'properties' in schema || 'nullable' in schema || hasChoice(schema)
        ? undefined
        : { not: { not: schema } },
  },
]
