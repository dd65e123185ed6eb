import { type Arbitrary, constant, oneof } from 'fast-check'
import type { Json } from '../base/json.ts'
import type { SchemaNode } from '../base/schema-set.ts'
import { LazyArbitrary } from '../generate/generation-budget.ts'
import type { ValueOptions } from '../generate/valid-values.ts'
import { findValues } from '../sample/sample-values.ts'
import { brokenValuesOf } from './broken-values.ts'
import { findBreakable } from './find-breakable.ts'
import { nameStatements, type Statement } from './prove-violation.ts'

/** A statement of a schema that can be broken on its own, and the values that do. */
export interface Violation extends Statement {
  /** The name of contract-checking's scenario: `value_above_maximum`, `incorrect_type`, … */
  readonly scenario: string
  /** Where the statement is an `anyOf` or `oneOf`: the one statement that its nearest branch breaks. */
  readonly inner?: Statement
  /** Values that break it, and nothing else. */
  readonly values: Arbitrary<Json>
}

/** A value with the one statement it breaks. */
export interface InvalidValue extends Statement {
  readonly value: Json
  /** JSON Pointer to the part of the value that breaks it. */
  readonly instancePointer: string
  /** The name of the scenario: `value_above_maximum`, `incorrect_type`, … */
  readonly scenario: string
  /** Where the statement is an `anyOf` or `oneOf`: the one statement that its nearest branch breaks. */
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
 * Values that break exactly one statement, chosen evenly over all reachable ones; each proved before it is handed out.
 * Throws {@link UnbreakableSchemaError} where there is none.
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

/** A schema that nothing satisfies can be broken all the same: then nothing is varied around the broken part. */
const validOrWitnessed = (node: SchemaNode, options: ValueOptions): Arbitrary<Json> =>
  new LazyArbitrary(() => findValues(node, options) ?? constant(null))

/** No value breaks exactly one statement of the schema: it allows everything, or what it forbids cannot be broken alone. */
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
