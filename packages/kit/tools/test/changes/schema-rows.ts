import type { Json, JsonObject } from '../../src/documents/json.ts'
import type { Impact } from '../../src/changes/change.ts'

/** How a keyword may change. */
export const keywordChanges = ['added', 'removed', 'tightened', 'loosened'] as const
export type KeywordChange = (typeof keywordChanges)[number]

/** The rating of each change, for sent and for received values. */
export type Expected = readonly [sent: Impact, received: Impact]

/** A keyword of a schema, with two values of which one allows fewer instances. */
export interface SchemaRow {
  readonly keyword: string
  /** The other keywords of the schema, without which the keyword has no effect. */
  readonly beside?: JsonObject
  /** Absent if the keyword has only one value: then the changes add or remove the keyword. */
  readonly loose?: Json
  readonly tight: Json
  /** The ratings if no value shows the change. Default: the ratings by the judge. */
  readonly decided?: Readonly<Record<KeywordChange, Expected>>
}

const text = { type: 'string' }
const number = { type: 'integer' }
const short = { type: 'string', maxLength: 3 }
const long = { type: 'string', maxLength: 9 }
const numbers = { type: 'array', items: number }
const letters = { type: 'array', items: text }
const record = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})

const byChange = (
  added: Expected,
  removed: Expected,
  tightened: Expected,
  loosened: Expected,
): Record<KeywordChange, Expected> => ({ added, removed, tightened, loosened })
const every = (expected: Expected) => byChange(expected, expected, expected, expected)
const wording = every(['patch', 'patch'])
const compatible = every(['minor', 'minor'])
/** The ratings of keywords about the content of a string. No JSON value shows their effect. */
const contents = byChange(['major', 'minor'], ['minor', 'major'], ['major', 'major'], ['major', 'major'])

/** Every keyword of JSON Schema 2020-12, in the order of its vocabularies, and those of OpenAPI. */
export const schemaRows: readonly SchemaRow[] = [
  // Core vocabulary.
  {
    keyword: '$schema',
    tight: 'https://json-schema.org/draft/2020-12/schema',
    loose: 'https://spec.openapis.org/oas/3.1/dialect/base',
    decided: wording,
  },
  {
    keyword: '$vocabulary',
    tight: { 'https://json-schema.org/draft/2020-12/vocab/core': true },
    loose: {},
    decided: wording,
  },
  { keyword: '$id', tight: 'https://example.com/a', loose: 'https://example.com/b', decided: wording },
  { keyword: '$anchor', tight: 'a', loose: 'b', decided: wording },
  { keyword: '$dynamicAnchor', tight: 'a', loose: 'b', decided: wording },
  { keyword: '$ref', tight: '#/components/schemas/Tight', loose: '#/components/schemas/Loose' },
  {
    keyword: '$dynamicRef',
    tight: '#tight',
    loose: '#loose',
    // Dynamic scopes are not followed, so every change of the value counts as breaking.
    decided: contents,
  },
  { keyword: '$defs', tight: { A: text }, loose: { A: number }, decided: wording },
  { keyword: '$comment', tight: 'a', loose: 'b', decided: wording },
  // Applicator vocabulary.
  { keyword: 'allOf', beside: text, tight: [{ minLength: 5 }], loose: [{ minLength: 2 }] },
  { keyword: 'anyOf', tight: [short, number], loose: [long, number] },
  { keyword: 'oneOf', tight: [short, number], loose: [long, number] },
  { keyword: 'not', beside: number, tight: { minimum: 10 }, loose: { minimum: 20 } },
  {
    keyword: 'if',
    beside: { ...number, then: { multipleOf: 10 } },
    tight: { minimum: 10 },
    loose: { minimum: 20 },
  },
  {
    keyword: 'then',
    beside: { ...number, if: { minimum: 10 } },
    tight: { maximum: 50 },
    loose: { maximum: 90 },
  },
  {
    keyword: 'else',
    beside: { ...number, if: { minimum: 10 } },
    tight: { minimum: 5 },
    loose: { minimum: 2 },
  },
  {
    keyword: 'dependentSchemas',
    beside: record({ a: number, b: number }),
    tight: { a: { required: ['b'] } },
    loose: { a: {} },
  },
  { keyword: 'prefixItems', beside: { type: 'array' }, tight: [short], loose: [long] },
  { keyword: 'items', beside: { type: 'array' }, tight: short, loose: long },
  { keyword: 'contains', beside: numbers, tight: { minimum: 10 }, loose: { minimum: 2 } },
  {
    keyword: 'properties',
    beside: { type: 'object' },
    tight: { a: text },
    loose: {},
    // A removed property has lost its meaning, although every value is still valid.
    decided: byChange(['minor', 'minor'], ['major', 'major'], ['minor', 'minor'], ['major', 'major']),
  },
  { keyword: 'patternProperties', beside: { type: 'object' }, tight: { '^a': short }, loose: { '^a': long } },
  { keyword: 'additionalProperties', beside: record({ a: text }), tight: false, loose: { type: 'string' } },
  { keyword: 'propertyNames', beside: { type: 'object' }, tight: { maxLength: 3 }, loose: { maxLength: 9 } },
  // Unevaluated vocabulary.
  {
    keyword: 'unevaluatedItems',
    beside: { type: 'array', prefixItems: [text] },
    tight: false,
    loose: number,
  },
  { keyword: 'unevaluatedProperties', beside: record({ a: text }), tight: false, loose: number },
  // Validation vocabulary.
  { keyword: 'type', tight: 'integer', loose: ['integer', 'string'] },
  { keyword: 'enum', beside: text, tight: ['a'], loose: ['a', 'b'] },
  { keyword: 'const', beside: text, tight: 'a' },
  { keyword: 'multipleOf', beside: number, tight: 10, loose: 5 },
  { keyword: 'maximum', beside: number, tight: 5, loose: 9 },
  { keyword: 'exclusiveMaximum', beside: number, tight: 5, loose: 9 },
  { keyword: 'minimum', beside: number, tight: 9, loose: 5 },
  { keyword: 'exclusiveMinimum', beside: number, tight: 9, loose: 5 },
  { keyword: 'maxLength', beside: text, tight: 5, loose: 9 },
  { keyword: 'minLength', beside: text, tight: 9, loose: 5 },
  { keyword: 'pattern', beside: text, tight: '^[a-c]+$', loose: '^[a-f]+$' },
  { keyword: 'maxItems', beside: letters, tight: 2, loose: 4 },
  { keyword: 'minItems', beside: letters, tight: 4, loose: 2 },
  { keyword: 'uniqueItems', beside: letters, tight: true, loose: false },
  { keyword: 'maxContains', beside: { ...numbers, contains: { minimum: 10 } }, tight: 2, loose: 3 },
  { keyword: 'minContains', beside: { ...numbers, contains: { minimum: 10 } }, tight: 3, loose: 2 },
  { keyword: 'maxProperties', beside: { type: 'object' }, tight: 1, loose: 2 },
  { keyword: 'minProperties', beside: { type: 'object' }, tight: 2, loose: 1 },
  { keyword: 'required', beside: record({ a: text, b: text }), tight: ['a', 'b'], loose: ['a'] },
  {
    keyword: 'dependentRequired',
    beside: record({ a: text, b: text, c: text }),
    tight: { a: ['b', 'c'] },
    loose: { a: ['b'] },
  },
  // Format vocabularies.
  { keyword: 'format', beside: text, tight: 'uri', loose: 'uri-reference' },
  // Content vocabulary.
  { keyword: 'contentEncoding', beside: text, tight: 'base64', loose: 'base64url', decided: contents },
  { keyword: 'contentMediaType', beside: text, tight: 'image/png', loose: 'image/gif', decided: contents },
  {
    keyword: 'contentSchema',
    beside: { ...text, contentMediaType: 'application/json' },
    tight: number,
    loose: text,
    decided: contents,
  },
  // Meta-data vocabulary.
  { keyword: 'title', beside: text, tight: 'a', loose: 'b', decided: wording },
  { keyword: 'description', beside: text, tight: 'a', loose: 'b', decided: wording },
  {
    keyword: 'default',
    beside: text,
    tight: 'a',
    loose: 'b',
    decided: byChange(['minor', 'minor'], ['major', 'minor'], ['major', 'minor'], ['major', 'minor']),
  },
  { keyword: 'deprecated', beside: text, tight: true, loose: false, decided: compatible },
  { keyword: 'readOnly', beside: text, tight: true, loose: false, decided: compatible },
  { keyword: 'writeOnly', beside: text, tight: true, loose: false, decided: compatible },
  { keyword: 'examples', beside: text, tight: ['a'], loose: ['b'], decided: wording },
  // OpenAPI.
  {
    keyword: 'discriminator',
    beside: {
      oneOf: [
        record({ kind: text, a: text }, { required: ['a'] }),
        record({ kind: text, b: text }, { required: ['b'] }),
      ],
    },
    tight: { propertyName: 'kind' },
    loose: { propertyName: 'type' },
    decided: byChange(['minor', 'minor'], ['minor', 'major'], ['major', 'major'], ['major', 'major']),
  },
  { keyword: 'xml', beside: text, tight: { name: 'a' }, loose: { name: 'b' }, decided: wording },
  {
    keyword: 'externalDocs',
    beside: text,
    tight: { url: 'https://a' },
    loose: { url: 'https://b' },
    decided: wording,
  },
  { keyword: 'example', beside: text, tight: 'a', loose: 'b', decided: wording },
  {
    keyword: 'x-extensible-enum',
    beside: text,
    tight: ['a'],
    loose: ['a', 'b'],
    decided: byChange(['patch', 'patch'], ['patch', 'patch'], ['major', 'minor'], ['minor', 'minor']),
  },
]

/** Returns the two schemas of a change. */
export function schemasOf(
  row: SchemaRow,
  change: KeywordChange,
): readonly [before: JsonObject, after: JsonObject] {
  const { keyword, beside = {}, loose, tight } = row
  const tightSchema = { ...beside, [keyword]: tight }
  const looseSchema = loose === undefined ? beside : { ...beside, [keyword]: loose }
  if (change === 'added') return [beside, tightSchema]
  if (change === 'removed') return [tightSchema, beside]
  return change === 'tightened' ? [looseSchema, tightSchema] : [tightSchema, looseSchema]
}

/** Components that schemas refer to. */
export const components: JsonObject = {
  schemas: { Tight: short, Loose: long },
}
