import type { Json, JsonObject } from '../../scripts/publish.ts'

/**
 * The document in one spelling: nothing is said that holds anyway, sets are in alphabetical order, and the one value that
 * is allowed is an `enum` of one (OpenAPI 3.1.1, 4.8.12; JSON Schema Validation 2020-12).
 */
export function spellOneWay(document: JsonObject): JsonObject {
  const entries = Object.entries(document)
    .filter(([key, value]) => !holdsAnyway(document, key, value))
    .map(([key, value]): [string, Json] =>
      key === 'const' ? ['enum', [value]] : [key, spellValue(key, value)],
    )
  return Object.fromEntries(entries)
}

function spellValue(key: string, value: Json): Json {
  if (literals.has(key)) return value
  if (sets.has(key) && Array.isArray(value)) return value.toSorted(byText)
  if (namesOfAuthors.has(key) && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, named]) => [name, spell(named)]))
  }
  return spell(value)
}

function spell(value: Json): Json {
  if (Array.isArray(value)) return value.map(spell)
  return isObject(value) ? spellOneWay(value) : value
}

function holdsAnyway(object: JsonObject, key: string, value: Json): boolean {
  if (key === 'required' && Array.isArray(value)) return value.length === 0
  if (key === 'style') return value === styleOf(object)
  if (key === 'explode') return value === ((object['style'] ?? styleOf(object)) === 'form')
  return Object.hasOwn(defaults, key) && value === defaults[key]
}

/** How a parameter is written unless it says otherwise. */
const styleOf = ({ in: place }: JsonObject): string =>
  place === 'query' || place === 'cookie' ? 'form' : 'simple'

/** Data, not keywords. */
const literals: ReadonlySet<string> = new Set(['default', 'example', 'examples'])

/** Lists whose order means nothing. */
const sets: ReadonlySet<string> = new Set(['enum', 'required', 'type'])

/** Keywords below which the next keys are names that an author chose. */
const namesOfAuthors: ReadonlySet<string> = new Set([
  'paths',
  'schemas',
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'headers',
  'parameters',
  'responses',
  'requestBodies',
  'securitySchemes',
  'content',
  'links',
])

const defaults: Readonly<Record<string, Json>> = {
  required: false,
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  uniqueItems: false,
  allowEmptyValue: false,
  allowReserved: false,
  additionalProperties: true,
  unevaluatedProperties: true,
  minLength: 0,
  minItems: 0,
  minProperties: 0,
}

const byText = (one: Json, other: Json): number =>
  JSON.stringify(one).localeCompare(JSON.stringify(other), 'en')

function isObject(value: Json): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
