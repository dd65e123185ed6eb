import { writeJson } from '@contract-kit/json-schema/json'
import { type Json, type JsonObject, isObject, toObject, toText } from '../../documents/json.ts'
import { isClosed } from './read-schema.ts'

/** The effect of a changed keyword on the values that a schema allows: fewer of them, more of them, or both at once. */
export type Shift = 'fewer' | 'more' | 'both'

/** The effect of a keyword on the values that a schema allows. */
export type Kind =
  /** An assertion, compared by `shifts`. */
  | 'assertion'
  /** A keyword with subschemas, which are compared one by one. */
  | 'applicator'
  /** An annotation or identifier, which does not affect validity. */
  | 'annotation'

/** All known keywords. Unknown keywords count as documentation. */
export const keywordKinds: Readonly<Record<string, Kind>> = {
  // Core, section 8.
  $schema: 'annotation',
  $vocabulary: 'annotation',
  $id: 'annotation',
  $anchor: 'annotation',
  $dynamicAnchor: 'annotation',
  $ref: 'annotation',
  $dynamicRef: 'assertion',
  $defs: 'annotation',
  $comment: 'annotation',
  // Applicators, core, sections 10 and 11.
  allOf: 'applicator',
  anyOf: 'applicator',
  oneOf: 'applicator',
  not: 'assertion',
  if: 'assertion',
  then: 'assertion',
  else: 'assertion',
  dependentSchemas: 'applicator',
  prefixItems: 'applicator',
  items: 'applicator',
  contains: 'assertion',
  properties: 'applicator',
  patternProperties: 'applicator',
  additionalProperties: 'applicator',
  propertyNames: 'applicator',
  unevaluatedItems: 'applicator',
  unevaluatedProperties: 'applicator',
  // Validation, section 6.
  type: 'assertion',
  enum: 'assertion',
  const: 'assertion',
  multipleOf: 'assertion',
  maximum: 'assertion',
  exclusiveMaximum: 'assertion',
  minimum: 'assertion',
  exclusiveMinimum: 'assertion',
  maxLength: 'assertion',
  minLength: 'assertion',
  pattern: 'assertion',
  maxItems: 'assertion',
  minItems: 'assertion',
  uniqueItems: 'assertion',
  maxContains: 'assertion',
  minContains: 'assertion',
  maxProperties: 'assertion',
  minProperties: 'assertion',
  required: 'assertion',
  dependentRequired: 'assertion',
  // Validation, sections 7 to 9.
  format: 'assertion',
  contentEncoding: 'assertion',
  contentMediaType: 'assertion',
  contentSchema: 'assertion',
  title: 'annotation',
  description: 'annotation',
  default: 'annotation',
  deprecated: 'annotation',
  readOnly: 'annotation',
  writeOnly: 'annotation',
  examples: 'annotation',
  // OpenAPI 3.2, section 4.24, and 3.0.
  discriminator: 'annotation',
  xml: 'annotation',
  externalDocs: 'annotation',
  example: 'annotation',
  // `nullable` of OpenAPI 3.0 is read as a type; in later versions it has no meaning.
  nullable: 'annotation',
  'x-extensible-enum': 'annotation',
}

/** How the allowed values shift between two schemas that differ in an assertion; undefined if they stay the same. */
export function shiftOf(keyword: string, before: JsonObject, after: JsonObject): Shift | undefined {
  const [old, young] = [before[keyword], after[keyword]]
  if (writeJson(old) === writeJson(young)) return undefined
  const compare = shifts[keyword]
  if (compare !== undefined) return compare(old, young, before, after)
  if (old === undefined) return 'fewer'
  return young === undefined ? 'more' : 'both'
}

type Compare = (
  old: Json | undefined,
  young: Json | undefined,
  before: JsonObject,
  after: JsonObject,
) => Shift | undefined

/** A limit that allows fewer values the higher it is. */
const lower: Compare = (old, young) => byOrder(Number(young ?? -Infinity) - Number(old ?? -Infinity))
/** A limit that allows fewer values the lower it is. */
const upper: Compare = (old, young) => byOrder(Number(old ?? Infinity) - Number(young ?? Infinity))

function byOrder(tightening: number): Shift | undefined {
  if (tightening === 0) return undefined
  return tightening > 0 ? 'fewer' : 'more'
}

/** Compares two sets, of which the larger allows more values. */
function bySets(old: ReadonlySet<string>, young: ReadonlySet<string>): Shift | undefined {
  const isLess = [...old].some((item) => !young.has(item))
  const isMore = [...young].some((item) => !old.has(item))
  if (isLess && isMore) return 'both'
  return isLess ? 'fewer' : isMore ? 'more' : undefined
}

const opposite: Readonly<Record<Shift, Shift>> = { fewer: 'more', more: 'fewer', both: 'both' }

/** Compares two sets, of which the larger allows fewer values. */
function byDemands(old: ReadonlySet<string>, young: ReadonlySet<string>): Shift | undefined {
  const shift = bySets(old, young)
  return shift === undefined ? undefined : opposite[shift]
}

const toTexts = (value: Json | undefined): ReadonlySet<string> =>
  new Set((Array.isArray(value) ? value : []).map((item) => writeJson(item)))

const allTypes = ['null', 'boolean', 'object', 'array', 'string', 'number', 'integer']

/** The types of a schema, of which `number` includes `integer`. */
export function typesOf({ type }: JsonObject): ReadonlySet<string> {
  if (type === undefined) return new Set(allTypes)
  const types = (Array.isArray(type) ? type : [type]).map(String)
  return new Set(types.includes('number') ? [...types, 'integer'] : types)
}

/** The pairs of `dependentRequired`: the first property requires the second. */
function dependenciesOf(value: Json | undefined): ReadonlySet<string> {
  const entries = Object.entries(toObject(value))
  return new Set(
    entries.flatMap(([name, needed]) =>
      (Array.isArray(needed) ? needed : []).map((other) => writeJson([name, other])),
    ),
  )
}

/** Formats, and the formats that they include. */
const widerFormats: Readonly<Record<string, readonly string[]>> = {
  int64: ['int32', 'int16', 'int8'],
  int32: ['int16', 'int8'],
  int16: ['int8'],
  double: ['float'],
  'idn-email': ['email'],
  iri: ['uri'],
  'iri-reference': ['uri-reference', 'iri', 'uri'],
  'uri-reference': ['uri'],
  'idn-hostname': ['hostname'],
}

const shifts: Readonly<Record<string, Compare>> = {
  minimum: lower,
  exclusiveMinimum: lower,
  minLength: lower,
  minItems: lower,
  minProperties: lower,
  minContains: (old, young, before, after) =>
    'contains' in before || 'contains' in after ? lower(old ?? 1, young ?? 1, before, after) : undefined,
  maximum: upper,
  exclusiveMaximum: upper,
  maxLength: upper,
  maxItems: upper,
  maxProperties: upper,
  maxContains: (old, young, before, after) =>
    'contains' in before || 'contains' in after ? upper(old, young, before, after) : undefined,
  multipleOf(old, young) {
    if (old === undefined) return 'fewer'
    if (young === undefined) return 'more'
    if (Number.isInteger(Number(young) / Number(old))) return 'fewer'
    return Number.isInteger(Number(old) / Number(young)) ? 'more' : 'both'
  },
  type: (_old, _young, before, after) => bySets(typesOf(before), typesOf(after)),
  enum(old, young) {
    if (old === undefined) return 'fewer'
    return young === undefined ? 'more' : bySets(toTexts(old), toTexts(young))
  },
  required: (old, young) => byDemands(toTexts(old), toTexts(young)),
  dependentRequired: (old, young) => byDemands(dependenciesOf(old), dependenciesOf(young)),
  uniqueItems: (_old, young) => (young === true ? 'fewer' : 'more'),
  format(old, young) {
    if (old === undefined) return 'fewer'
    if (young === undefined || widerFormats[toText(young)]?.includes(toText(old)) === true) return 'more'
    return widerFormats[toText(old)]?.includes(toText(young)) === true ? 'fewer' : 'both'
  },
  // A branch has no meaning without its condition.
  if: (_old, _young, before, after) => (isConditional(before) || isConditional(after) ? 'both' : undefined),
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: (old, young, before, after) => ('if' in before && 'if' in after ? byPresence(old, young) : undefined),
  else: (old, young, before, after) => ('if' in before && 'if' in after ? byPresence(old, young) : undefined),
}

const isConditional = (schema: JsonObject): boolean => 'then' in schema || 'else' in schema

function byPresence(old: Json | undefined, young: Json | undefined): Shift {
  if (old === undefined) return 'fewer'
  return young === undefined ? 'more' : 'both'
}

/** The schema for a property that a schema does not name. */
export function restOf(schema: JsonObject, name: string): Json {
  const patterns = Object.entries(toObject(schema['patternProperties'])).filter(([pattern]) =>
    matches(pattern, name),
  )
  const [first] = patterns
  if (first !== undefined) return patterns.length === 1 ? first[1] : { allOf: patterns.map(([, one]) => one) }
  const rest = schema['additionalProperties'] ?? schema['unevaluatedProperties'] ?? true
  return isClosed(schema) ? false : isObject(rest) ? rest : true
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name)
  } catch {
    return false
  }
}
