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
  /** The expectation, in the words of Ajv, which express-openapi-validator uses. */
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
  const ofType = new Set(
    failures.flatMap(({ keyword, instancePointer }) => (keyword === 'type' ? [instancePointer] : [])),
  )
  // A value of another type breaks other keywords too, which say nothing more.
  return failures
    .filter(({ keyword, instancePointer }) => keyword === 'type' || !ofType.has(instancePointer))
    .map((failure) => ({
      at: failure.instancePointer,
      message: phrase(failure, argumentOf(schema, failure), findAt(value as Json, failure.instancePointer)),
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

const argumentOf = (schema: SchemaNode, failure: Failure): Json | undefined =>
  keywordOf(holderOf(schema, failure), failure.keyword)

/** A failure in the words of Ajv. */
function phrase({ keyword, message }: Failure, argument: Json | undefined, value: Json | undefined): string {
  const say = phrases[keyword]
  if (say !== undefined) return say(listed(argument), value, argument)
  const [, missing = '', beside] =
    /^lacks the (?:required )?property (.*?)(?:, required beside (.*))?$/s.exec(message) ?? []
  if (keyword === 'required') return `must have required property '${missing}'`
  if (keyword === 'dependentRequired')
    return `must have property ${missing} when property ${beside} is present`
  return message
}

const listed = (argument: Json | undefined): string =>
  (Array.isArray(argument) ? argument : [argument]).map(String).join()

type Phrase = (argument: string, value: Json | undefined, raw: Json | undefined) => string

const bound =
  (sign: string): Phrase =>
  (limit) =>
    `must be ${sign} ${limit}`
const count =
  (comparison: string, things: string): Phrase =>
  (limit) =>
    `must NOT have ${comparison} than ${limit} ${things}`
const always =
  (message: string): Phrase =>
  () =>
    message

const phrases: Readonly<Record<string, Phrase>> = {
  type: (types) => `must be ${types}`,
  enum: (_values, _value, raw) =>
    `must be equal to one of the allowed values: ${(Array.isArray(raw) ? raw : []).map(String).join(', ')}`,
  const: always('must be equal to constant'),
  minimum: bound('>='),
  maximum: bound('<='),
  exclusiveMinimum: bound('>'),
  exclusiveMaximum: bound('<'),
  multipleOf: (divisor) => `must be multiple of ${divisor}`,
  minLength: count('fewer', 'characters'),
  maxLength: count('more', 'characters'),
  minItems: count('fewer', 'items'),
  maxItems: count('more', 'items'),
  minProperties: count('fewer', 'properties'),
  maxProperties: count('more', 'properties'),
  pattern: (pattern) => `must match pattern "${pattern}"`,
  format: (format) => `must match format "${format}"`,
  uniqueItems: always('must NOT have duplicate items'),
  additionalProperties: always('must NOT have additional properties'),
  unevaluatedProperties: always('must NOT have unevaluated properties'),
  items: always('must NOT have more items'),
  unevaluatedItems: always('must NOT have more items'),
  anyOf: always('must match a schema in anyOf'),
  oneOf: always('must match exactly one schema in oneOf'),
  contains: always('must contain an item that matches'),
  false: always('must NOT be present'),
  writeOnly: always('must not be present, it is write-only'),
  readOnly: always('is read-only'),
  not: (_schema, value, raw) => {
    const sent = namesIn(raw).filter((name) => isObject(value) && Object.hasOwn(value, name))
    return sent.length > 0 ? `must NOT have ${sent.join(', ')}` : 'must NOT be valid'
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
