import { findAt, isObject, type Json } from '@contract-kit/json-schema/json'
import {
  type Direction,
  evaluate,
  type Failure,
  isValid,
  keywordOf,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'
import { chooseVariant } from './variants.ts'

/** One thing that is wrong with a value. It holds names and pointers, never the value. */
export interface Complaint {
  /** JSON Pointer into the value. */
  readonly at: string
  /** The expectation in plain words: `must have at most 2 characters`. */
  readonly message: string
  readonly keyword: string
  /** JSON Pointer into the document, down to the keyword. */
  readonly schemaPointer: string
}

/**
 * Lists the faults of a value, found by the kit's own validator. If no member of a `oneOf` or `anyOf` accepts the value, lists the faults
 * against the member that the value is meant for.
 */
export function complaintsOf(schema: SchemaNode, value: unknown, direction: Direction): readonly Complaint[] {
  const options = { direction, refusesReadOnly: true }
  if (isValid(schema, value, options)) return []
  const failures = evaluate(schema, value, options).flatMap((failure) => narrow(schema, failure, value))
  const placesOf = (...keywords: readonly string[]): ReadonlySet<string> =>
    new Set(
      failures.flatMap(({ keyword, instancePointer }) =>
        keywords.includes(keyword) ? [instancePointer] : [],
      ),
    )
  const ofType = placesOf('type')
  const ofLength = placesOf('minLength', 'maxLength')
  return failures
    .filter(({ keyword, instancePointer: at }) => {
      // A value of another type breaks other keywords too, which say nothing more.
      if (ofType.has(at)) return keyword === 'type'
      // A text that is too short or too long rarely matches the pattern: one problem for each text.
      return !(ofLength.has(at) && (keyword === 'pattern' || keyword === 'format'))
    })
    .map((failure) => ({
      at: failure.instancePointer,
      message: phrase(schema, failure, findAt(value as Json, failure.instancePointer)),
      keyword: failure.keyword,
      schemaPointer: failure.schemaPointer,
    }))
}

/** The failures of the member of a union that the value is meant for; the failure itself where there is none. */
function narrow(schema: SchemaNode, failure: Failure, value: unknown): readonly Failure[] {
  const { branches, instancePointer } = failure
  if (branches.length === 0 || branches.some(({ length }) => length === 0)) return [failure]
  const part = findAt(value as Json, instancePointer)
  const chosen = branches[chooseVariant(holderOf(schema, failure), failure.keyword, part, branches)] ?? []
  return chosen.flatMap((one) => narrow(schema, one, value))
}

/** The schema whose keyword fails. */
function holderOf({ set }: SchemaNode, { documentUri, schemaPointer, keyword }: Failure): SchemaNode {
  return set.node(
    documentUri,
    keyword === 'false' ? schemaPointer : schemaPointer.slice(0, schemaPointer.lastIndexOf('/')),
  )
}

/** A failure in plain words. */
function phrase(schema: SchemaNode, failure: Failure, value: Json | undefined): string {
  const { keyword, message } = failure
  const holder = holderOf(schema, failure)
  const argument = keywordOf(holder, keyword)
  const say = phrases[keyword]
  if (say !== undefined)
    return say(listed(argument), value, argument) + (keyword === 'pattern' ? forExample(holder) : '')
  const [, missing = '', beside] =
    /^lacks the (?:required )?property (.*?)(?:, required beside (.*))?$/s.exec(message) ?? []
  if (keyword === 'required') return `must have required property '${missing}'`
  if (keyword === 'dependentRequired')
    return `must have property ${missing} when property ${beside} is present`
  return message
}

/** A text that matches, from the example of the schema. */
function forExample(holder: SchemaNode): string {
  const examples = keywordOf(holder, 'examples')
  const example = keywordOf(holder, 'example') ?? (Array.isArray(examples) ? examples[0] : undefined)
  return typeof example === 'string' ? `, for example "${example}"` : ''
}

const listed = (argument: Json | undefined): string =>
  (Array.isArray(argument) ? argument : [argument]).map(String).join()

type Phrase = (argument: string, value: Json | undefined, raw: Json | undefined) => string

const bound =
  (sign: string): Phrase =>
  (limit) =>
    `must be ${sign} ${limit}`
const count =
  (comparison: string, one: string, several: string): Phrase =>
  (limit) =>
    `must have ${comparison} ${limit} ${limit === '1' ? one : several}`
const always =
  (message: string): Phrase =>
  () =>
    message

const phrases: Readonly<Record<string, Phrase>> = {
  type: (types) => `must be ${types}`,
  enum: (_values, _value, raw) => `must be one of: ${(Array.isArray(raw) ? raw : []).map(String).join(', ')}`,
  const: (_constant, _value, raw) => `must be ${JSON.stringify(raw)}`,
  minimum: bound('>='),
  maximum: bound('<='),
  exclusiveMinimum: bound('>'),
  exclusiveMaximum: bound('<'),
  multipleOf: (divisor) => `must be multiple of ${divisor}`,
  minLength: count('at least', 'character', 'characters'),
  maxLength: count('at most', 'character', 'characters'),
  minItems: count('at least', 'item', 'items'),
  maxItems: count('at most', 'item', 'items'),
  minProperties: count('at least', 'property', 'properties'),
  maxProperties: count('at most', 'property', 'properties'),
  pattern: (pattern) => `must match pattern "${pattern}"`,
  format: (format) => `must match format "${format}"`,
  uniqueItems: always('must not have duplicate items'),
  additionalProperties: always('must not have additional properties'),
  unevaluatedProperties: always('must not have unevaluated properties'),
  items: always('must not have more items'),
  unevaluatedItems: always('must not have more items'),
  anyOf: always('must match a schema in anyOf'),
  oneOf: always('must match exactly one schema in oneOf'),
  contains: always('must contain an item that matches'),
  false: always('must not be present'),
  writeOnly: always('must not be present, it is write-only'),
  readOnly: always('is read-only'),
  not: (_schema, value, raw) => {
    const sent = namesIn(raw).filter((name) => isObject(value) && Object.hasOwn(value, name))
    return sent.length > 0 ? `must not have ${sent.join(', ')}` : 'must not be valid'
  },
}

/** The properties that `not: { required: [name] }` forbids, alone or as one of several. */
function namesIn(schema: Json | undefined): readonly string[] {
  if (!isObject(schema)) return []
  const { anyOf, required } = schema
  if (Array.isArray(anyOf)) return anyOf.flatMap(namesIn)
  const [name, ...others] = Array.isArray(required) ? required : []
  return typeof name === 'string' && others.length === 0 ? [name] : []
}
