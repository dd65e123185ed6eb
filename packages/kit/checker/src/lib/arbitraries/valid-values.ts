import type { Arbitrary } from 'fast-check'
import { isValid } from '../schema/evaluate.ts'
import type { Json } from '../schema/json.ts'
import type { Direction, SchemaNode, SchemaSource } from '../schema/schema-node.ts'
import { UnsatisfiableSchemaError } from './unsatisfiable-schema-error.ts'
import { holds } from './valid/goal.ts'
import { JudgedArbitrary } from './valid/judged-arbitrary.ts'
import type { Refusal } from './valid/plan.ts'
import { ValueSource } from './valid/value-source.ts'

/** How values are made from a schema. */
export interface ValueOptions {
  /** `request` sends no readOnly property, `response` no writeOnly one; undefined: a plain JSON Schema. */
  readonly direction?: Direction
  /** How often one recursive reference may be entered along one path; default 3. */
  readonly maxDepth?: number
  /** Whether properties that the schema does not name may appear where it allows them; default false. */
  readonly additionalProperties?: boolean
}

/** What has been found out of the schemas of a set serves all its schemas. */
const sources = new WeakMap<SchemaSource, Map<string, ValueSource>>()

const sourceOf = (set: SchemaSource, maxDepth: number, inventsProperties: boolean): ValueSource => {
  const known = sources.get(set) ?? new Map<string, ValueSource>()
  sources.set(set, known)
  const key = `${maxDepth} ${inventsProperties}`
  const source = known.get(key) ?? new ValueSource({ maxDepth, inventsProperties })
  known.set(key, source)
  return source
}

/**
 * Values that keep every statement of the schema, made by construction; deterministic by fast-check's seed, shrinking
 * towards small values. Throws {@link UnsatisfiableSchemaError} where no value exists; a schema that refers to itself for one
 * and the same value may throw it only when values are drawn.
 */
export const validValuesOf = (node: SchemaNode, options: ValueOptions = {}): Arbitrary<Json> => {
  const { direction, maxDepth = 3, additionalProperties = false } = options
  const source = sourceOf(node.set, maxDepth, additionalProperties)
  const goal = [holds(node, [], direction)]
  const refuse = ({ reason, node: place = node }: Refusal, isProved: boolean): Error =>
    new UnsatisfiableSchemaError(place.pointer, place.documentUri, reason, isProved)
  const outcome = source.meets(goal)
  if (outcome.kind !== 'some') throw refuse(outcome.refusal, outcome.kind === 'none')
  const settings = direction === undefined ? {} : { direction }
  return new JudgedArbitrary(
    source.valuesOf(goal),
    (value) => isValid(node, value, settings),
    () => source.budget.begin(),
    () => refuse({ reason: 'none of those made for it keep it' }, false),
  )
}
