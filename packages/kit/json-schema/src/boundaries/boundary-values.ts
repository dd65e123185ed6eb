import { appendTokens, type Json, toCanonicalText } from '../base/json.ts'
import type { SchemaNode } from '../base/schema-set.ts'
import { findBreakable, onceForEach } from '../break/find-breakable.ts'
import { forcePath, type Place, walkPlaces } from '../break/places.ts'
import { nameStatements, type Statement } from '../break/prove-violation.ts'
import { UnsatisfiableSchemaError, type ValueOptions } from '../generate/valid-values.ts'
import { isValid } from '../keywords/judge.ts'
import { createDerivedNode } from '../keywords/shell.ts'
import { findTemplate, sampleValues } from '../generate/valid-values.ts'
import { type Narrowing, narrowingsOf } from './narrowings.ts'

/** The number of random values to try if the plain one is not valid. */
const SAMPLES = 10

/** The positive scenarios of every reachable place, with the rest of the value fixed. Every value is valid; none occurs twice. */
const boundaryValuesOf = (root: SchemaNode, options: ValueOptions): ScenarioValue[] =>
  distinctValues(
    walkPlaces(root, options).flatMap((place) =>
      narrowingsOf(place, options.direction).flatMap((narrowing) =>
        findValue(root, place, narrowing, options),
      ),
    ),
  )

const findValue = (
  root: SchemaNode,
  place: Place,
  narrowing: Narrowing,
  options: ValueOptions,
): ScenarioValue[] => {
  const { node, path } = place
  const { keyword, shell } = narrowing
  for (const whole of forcePath(path, shell, false)) {
    const value = findValid(root, createDerivedNode(root, whole), options)
    if (value === undefined) continue
    const isListed = narrowing.scenario === 'enum_value' && path.at(-1)?.intoArray === true
    const scenario = isListed ? 'enum_value_items_array' : narrowing.scenario
    return [
      {
        value,
        scenario,
        keyword,
        pointer: appendTokens(node.pointer, keyword),
        documentUri: node.documentUri,
      },
    ]
  }
  return []
}

const findValid = (root: SchemaNode, derived: SchemaNode, options: ValueOptions): Json | undefined => {
  const isKept = (value: Json): boolean => isValid(root, value, { direction: options.direction })
  const plain = findTemplate(derived, options)
  if (plain === undefined || isKept(plain)) return plain
  return sampleValues(derived, options, SAMPLES).find(isKept)
}

export type { ScenarioValue }

/**
 * The positive scenarios of one schema: each boundary, enum value, branch and optional property once, with the rest of the value
 * fixed. Every value is valid; none occurs twice.
 */
export const boundaryValues = onceForEach<readonly ScenarioValue[]>(boundaryValuesOf)

/**
 * The negative scenarios: each statement broken once, `type` once by each other type, with the rest of the value fixed.
 * Every value is proved to break only its statement; none occurs twice.
 */
export const brokenValues = onceForEach((node, options): readonly ScenarioValue[] =>
  distinctValues(
    findBreakable(node, options).flatMap(({ breach, witnesses }) =>
      (breach.each ? witnesses : witnesses.slice(0, 1)).map((witness) => ({
        ...nameStatements(witness),
        scenario: breach.scenario,
        value: witness.value,
      })),
    ),
  ),
)

/**
 * The smallest plain valid value, the same in every run: the template around which scenarios change one thing. Objects hold their required
 * properties, and arrays one item if that is allowed. Valid examples and defaults of the schema are preferred. Throws {@link
 * UnsatisfiableSchemaError}.
 */
export const templateValue = (node: SchemaNode, options: ValueOptions = {}): Json => {
  const value = findTemplate(node, options)
  if (value === undefined) throw new UnsatisfiableSchemaError(node)
  return value
}

/** A deterministic value for the coverage phase, with the statement that it exercises (valid) or breaks (invalid). */
interface ScenarioValue extends Statement {
  readonly value: Json
  /** `minimum_length_string`, `enum_value`, `incorrect_type`, … */
  readonly scenario: string
  /** If the broken statement is an `anyOf` or `oneOf`: the one broken statement of its nearest branch. */
  readonly inner?: Statement
}

/** The values without repetitions; keeps the first scenario of each value. */
const distinctValues = (values: Iterable<ScenarioValue>): ScenarioValue[] => {
  const seen = new Set<string>()
  return [...values].filter(({ value }) => {
    const text = toCanonicalText(value)
    return !seen.has(text) && seen.add(text)
  })
}
