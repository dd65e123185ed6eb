import * as fc from 'fast-check'
import { isObject, type Json, type JsonObject } from '../src/base/json.ts'

const names = fc.constantFrom('a', 'b', 'ab', 'length')
const texts = fc.constantFrom('', 'a', 'b', 'ab', 'aab', '\u{1f600}', '\u{1f600}a', '1')
const numbers = fc.constantFrom(-1, 0, 1, 2, 3, 4, 0.5, 1.5)
const counts = fc.nat({ max: 3 })

/** Small values, chosen so that they often meet what {@link anySchema} asks. */
export const anyValue: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(null, true, false),
    numbers,
    texts,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value

const types = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object')

/** Ajv 8.20 finds in an empty array what `contains` asks for, where `prefixItems` stands beside it. */
const withoutMisreading = (schema: JsonObject): JsonObject => {
  const { contains, ...rest } = schema
  return contains === undefined || 'prefixItems' in rest ? rest : schema
}

const schemas = fc.letrec<{ schema: Json }>((tie) => {
  const schema = tie('schema')
  const list = fc.array(schema, { minLength: 1, maxLength: 3 })
  const map = fc.dictionary(names, schema, { maxKeys: 3, noNullPrototype: true })
  const patterns = fc.dictionary(fc.constantFrom('^a', 'b$', '.', '^.{2}$'), schema, {
    maxKeys: 2,
    noNullPrototype: true,
  })
  const keywords: Record<string, fc.Arbitrary<Json>> = {
    type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
    const: anyValue,
    enum: fc.array(anyValue, { minLength: 1, maxLength: 3 }),
    minimum: numbers,
    maximum: numbers,
    exclusiveMinimum: numbers,
    exclusiveMaximum: numbers,
    multipleOf: fc.constantFrom(0.5, 1, 2, 3),
    minLength: counts,
    maxLength: counts,
    pattern: fc.constantFrom('a', '^a*$', 'b$', '^.$'),
    minItems: counts,
    maxItems: counts,
    uniqueItems: fc.boolean(),
    prefixItems: list,
    items: schema,
    contains: schema,
    minContains: counts,
    maxContains: counts,
    minProperties: counts,
    maxProperties: counts,
    required: fc.uniqueArray(names, { maxLength: 2 }),
    dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    dependentSchemas: map,
    properties: map,
    patternProperties: patterns,
    additionalProperties: schema,
    propertyNames: schema,
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: schema,
    if: schema,
    then: schema,
    else: schema,
    $ref: fc.constantFrom('#/$defs/a', '#/$defs/b'),
  }
  const one = fc
    .constantFrom(...Object.entries(keywords))
    .chain(([keyword, argument]) => argument.map((value) => [keyword, value] as const))
  const object = fc
    .array(one, { minLength: 1, maxLength: 4 })
    .map((entries): Json => withoutMisreading(Object.fromEntries(entries)))
  return { schema: fc.oneof({ maxDepth: 4, withCrossShrink: true }, fc.boolean(), object, object) }
}).schema

const withoutReferences = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map(withoutReferences)
  if (!isObject(schema)) return schema
  const kept = Object.entries(schema).filter(([keyword]) => keyword !== '$ref')
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, withoutReferences(value)]))
}

/**
 * Makes small schemas of any keywords except `unevaluated…` and `$dynamicRef`. Their references lead to two definitions that refer no
 * further, so that no reference is circular.
 */
export const anySchema: fc.Arbitrary<JsonObject> = fc
  .tuple(schemas, schemas, schemas)
  .map(([root, a, b]): JsonObject => ({
    allOf: [root],
    $defs: { a: withoutReferences(a), b: withoutReferences(b) },
  }))
