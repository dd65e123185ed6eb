import { type Arbitrary, constant, constantFrom, oneof, tuple } from 'fast-check'
import { isObject, type Json, own, parsePointer, memberOf } from '../base/json.ts'
import type { SchemaNode } from '../base/schema-set.ts'
import { LazyArbitrary } from '../generate/lazy-arbitrary.ts'
import type { ValueOptions } from '../generate/valid-values.ts'
import { createDerivedNode, type Variant, without } from '../keywords/shell.ts'
import { findValues } from '../generate/valid-values.ts'
import { type Breakable, findBreakable, type Witness } from './find-breakable.ts'
import { forcePath, type Place } from './places.ts'
import { nameStatements, proveViolation, type Statement } from './prove-violation.ts'

/** A statement of a schema that can be broken on its own, and the values that do. */
interface Violation extends Statement {
  /** The name of contract-checking's scenario: `value_above_maximum`, `incorrect_type`, … */
  readonly scenario: string
  /** If the statement is an `anyOf` or `oneOf`: the one statement that its nearest branch breaks. */
  readonly inner?: Statement
  /** Values that break only this statement. */
  readonly values: Arbitrary<Json>
}

/** A value with the one statement it breaks. */
export interface InvalidValue extends Statement {
  readonly value: Json
  /** JSON Pointer to the part of the value that breaks it. */
  readonly instancePointer: string
  /** The name of the scenario: `value_above_maximum`, `incorrect_type`, … */
  readonly scenario: string
  /** If the statement is an `anyOf` or `oneOf`: the one statement that its nearest branch breaks. */
  readonly inner?: Statement
}

/**
 * Every statement, at every reachable place of the schema, that some value breaks alone, the nearest to the root first. A union is
 * listed for itself, and once for each statement of each branch that some value breaks while it keeps the rest of it.
 */
export const listViolations = (node: SchemaNode, options: ValueOptions = {}): readonly Violation[] => {
  const valid = validOrWitnessed(node, options)
  return findBreakable(node, options).map((breakable) => ({
    ...nameStatements(breakable.witnesses[0]),
    scenario: breakable.breach.scenario,
    values: new LazyArbitrary(() =>
      brokenValuesOf(node, breakable, valid, options).map(({ value }) => value),
    ),
  }))
}

/**
 * Values that break exactly one statement, chosen evenly over all reachable ones; each is proved before it is returned. Throws {@link
 * UnbreakableSchemaError} if there is none.
 */
export const invalidValuesOf = (node: SchemaNode, options: ValueOptions = {}): Arbitrary<InvalidValue> => {
  const breakable = findBreakable(node, options)
  if (breakable.length === 0) throw new UnbreakableSchemaError(node.pointer, node.documentUri)
  const valid = validOrWitnessed(node, options)
  return oneof(
    ...breakable.map((one) =>
      new LazyArbitrary(() => brokenValuesOf(node, one, valid, options)).map((witness) => ({
        value: witness.value,
        ...nameStatements(witness),
        instancePointer: witness.failure.instancePointer,
        scenario: one.breach.scenario,
      })),
    ),
  )
}

/** An unsatisfiable schema can still be broken. Then nothing around the broken part varies. */
const validOrWitnessed = (node: SchemaNode, options: ValueOptions): Arbitrary<Json> =>
  new LazyArbitrary(() => findValues(node, options) ?? constant(null))

/** No value breaks exactly one statement: the schema allows everything, or its statements cannot be broken separately. */
export class UnbreakableSchemaError extends Error {
  override readonly name = 'UnbreakableSchemaError'
  /** JSON Pointer, in its document, to the schema. */
  readonly pointer: string
  /** The document of that schema. */
  readonly documentUri: string

  constructor(pointer: string, documentUri: string) {
    super(`No value breaks exactly one statement of the schema at ${pointer === '' ? 'the root' : pointer}.`)
    this.pointer = pointer
    this.documentUri = documentUri
  }
}

/**
 * Creates values of every kind that break exactly one statement, each with its proof: a broken part within one of the `valid` values. If
 * the part depends on the rest, the rest comes from the witness instead. Shrinking keeps the proof.
 */
const brokenValuesOf = (
  root: SchemaNode,
  { place, breach, witnesses }: Breakable,
  valid: Arbitrary<Json>,
  options: ValueOptions,
): Arbitrary<Witness> =>
  oneof(
    ...witnesses.map((witness) => {
      const tokens = parsePointer(witness.inner.instancePointer)
      const known = partAt(witness.value, tokens) ?? null
      const isFixed =
        breach.lacks !== undefined || place.path.findLast(({ moves }) => moves)?.intoName === true
      const parts = isFixed
        ? constant(known)
        : new LazyArbitrary(() => brokenPartsOf(place, witness.variant, known, options))
      const insert = (value: Json, part: Json): Json => {
        if (breach.lacks === undefined) return putPart(value, witness.value, tokens, part)
        const object = partAt(value, tokens)
        return isObject(object)
          ? putPart(value, witness.value, tokens, without(object, breach.lacks))
          : witness.value
      }
      return tuple(oneof(constant(witness.value), { arbitrary: valid, weight: 4 }), parts).map(
        ([value, part]): Witness => {
          for (const broken of [insert(value, part), insert(witness.value, part)]) {
            const proof = proveViolation(root, broken, place, breach.keyword, options.direction)
            if (proof !== undefined) return { ...proof, value: broken }
          }
          return witness
        },
      )
    }),
  )

/**
 * Creates values for the part at a place. Each is broken in one way, and satisfies all other schemas of the same part.
 * `known` is a value that is proved to do so.
 */
const brokenPartsOf = (
  { node, path }: Place,
  { shell, probes }: Variant,
  known: Json,
  options: ValueOptions,
): Arbitrary<Json> => {
  const tail = path.slice(path.findLastIndex(({ moves }) => moves) + 1)
  const entry = tail[0]?.from ?? node
  const varied = forcePath(tail, shell, true)
    .map((whole) => findValues(createDerivedNode(entry, whole), options))
    .filter((values) => values !== undefined)
  return oneof(
    constant(known),
    ...(probes.length === 0 ? [] : [constantFrom(...probes)]),
    ...varied.map((arbitrary) => ({ arbitrary, weight: 3 })),
  )
}

/**
 * Copies a value with one of its parts replaced. If the value has no such part and no container for it, the copy takes the container from
 * `donor`, which is known to have the part.
 */
export const putPart = (value: Json, donor: Json, tokens: readonly string[], part: Json): Json => {
  const [token, ...rest] = tokens
  if (token === undefined) return part
  const below = (has: Json | undefined): Json => {
    const given = memberOf(donor, token) ?? null
    return putPart(has ?? given, given, rest, part)
  }
  if (isObject(value) && isObject(donor)) return { ...value, [token]: below(own(value, token)) }
  if (Array.isArray(value) && Number(token) < value.length)
    return value.with(Number(token), below(value[Number(token)]))
  return value === donor || !isContainer(donor) ? part : putPart(donor, donor, tokens, part)
}

/** The part of a value at a path, or undefined. */
export const partAt = (value: Json, tokens: readonly string[]): Json | undefined =>
  tokens.reduce<Json | undefined>(memberOf, value)

const isContainer = (value: Json): boolean => typeof value === 'object' && value !== null
