import { isObject, type JsonObject } from './json.ts'

/** The way in which a keyword holds subschemas: one, a list of them, or a map from names to them. */
type SubschemaShape = 'one' | 'list' | 'map'

/** The keywords of JSON Schema 2020-12 that hold subschemas, and the older `definitions`, which is still common. */
export const subschemaKeywords: ReadonlyMap<string, SubschemaShape> = new Map<string, SubschemaShape>([
  ['$defs', 'map'],
  ['definitions', 'map'],
  ['properties', 'map'],
  ['patternProperties', 'map'],
  ['dependentSchemas', 'map'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['prefixItems', 'list'],
  ['additionalProperties', 'one'],
  ['propertyNames', 'one'],
  ['unevaluatedProperties', 'one'],
  ['items', 'one'],
  ['contains', 'one'],
  ['unevaluatedItems', 'one'],
  ['not', 'one'],
  ['if', 'one'],
  ['then', 'one'],
  ['else', 'one'],
  ['contentSchema', 'one'],
])

/** Keywords whose values are data, not schemas: an `$id` there names nothing. */
export const dataKeywords: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples'])

/** Whether a JSON value can be a schema: an object or a boolean. */
export const isSchema = (value: unknown): value is boolean | JsonObject =>
  typeof value === 'boolean' || isObject(value)
