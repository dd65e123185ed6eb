import { Arbitrary, type Random, type Stream, type Value } from 'fast-check'
import { oncePer, remembered } from '../base/bounded-cache.ts'
import type { Json } from '../base/json.ts'
import type { Direction, SchemaNode, SchemaSource } from '../base/schema-set.ts'
import { isValid } from '../keywords/judge.ts'
import { holds } from './goal.ts'
import type { Refusal } from './plan.ts'
import { ValueSource } from './value-source.ts'

/** How values are made from a schema. */
export interface ValueOptions {
  /** `request` sends no readOnly property, `response` no writeOnly one; undefined: a plain JSON Schema. */
  readonly direction?: Direction
  /** How often one recursive reference may be entered along one path; default 3. */
  readonly maxDepth?: number
  /** Whether properties that the schema does not name may appear where it allows them; default false. */
  readonly additionalProperties?: boolean
}

/** The schemas of a set share the results of earlier searches. */
const sourcesOf = oncePer((_set: SchemaSource) => new Map<string, ValueSource>())

const sourceOf = (set: SchemaSource, maxDepth: number, inventsProperties: boolean): ValueSource =>
  remembered(
    sourcesOf(set),
    `${maxDepth} ${inventsProperties}`,
    () => new ValueSource({ maxDepth, inventsProperties }),
  )

/**
 * Constructs values that satisfy every statement of the schema. They are deterministic by fast-check's seed, and shrink towards small
 * values. Throws {@link UnsatisfiableSchemaError} if no value exists. For a schema that refers to itself for one and the same value, it may
 * throw only when values are drawn.
 */
export const validValuesOf = (node: SchemaNode, options: ValueOptions = {}): Arbitrary<Json> => {
  const { direction, maxDepth = 3, additionalProperties = false } = options
  const source = sourceOf(node.set, maxDepth, additionalProperties)
  const goal = [holds(node, [], direction)]
  const refuse = ({ reason, node: place = node }: Refusal, isProved: boolean): Error =>
    new UnsatisfiableSchemaError(place.pointer, place.documentUri, reason, isProved)
  const outcome = source.meets(goal)
  if (outcome.kind !== 'some') throw refuse(outcome.refusal, outcome.kind === 'none')
  return new JudgedArbitrary(
    source.valuesOf(goal),
    (value) => isValid(node, value, { direction }),
    () => source.budget.begin(),
    () => refuse({ reason: 'none of those made for it keep it' }, false),
  )
}

/** No value can satisfy the schema: a mistake in the document. */
export class UnsatisfiableSchemaError extends Error {
  override readonly name = 'UnsatisfiableSchemaError'
  /** JSON Pointer, in its document, to the schema that no value satisfies. */
  readonly pointer: string
  /** The document of that schema. */
  readonly documentUri: string
  /** Whether that is proved; else no value was found, though the search was cut. */
  readonly isProved: boolean

  constructor(pointer: string, documentUri: string, reason: string, isProved = true) {
    const place = pointer === '' ? 'the root' : pointer
    super(
      isProved
        ? `No value satisfies the schema at ${place}: ${reason}.`
        : `No value was found for the schema at ${place}: ${reason}.`,
    )
    this.pointer = pointer
    this.documentUri = documentUri
    this.isProved = isProved
  }
}

/** How often a value is drawn again that the judge refuses. */
const MAX_REDRAWS = 50

/** Hands out only values that a judge accepts; for arbitraries that are right by construction, and should be all the same. */
class JudgedArbitrary<Drawn> extends Arbitrary<Drawn> {
  readonly #drawn: Arbitrary<Drawn>
  readonly #isAccepted: (value: Drawn) => boolean
  readonly #begin: () => void
  readonly #refuse: () => Error

  /** `begin` is called when a value is drawn; `refuse` makes the error for the case that none is accepted. */
  constructor(
    drawn: Arbitrary<Drawn>,
    isAccepted: (value: Drawn) => boolean,
    begin: () => void,
    refuse: () => Error,
  ) {
    super()
    this.#drawn = drawn
    this.#isAccepted = isAccepted
    this.#begin = begin
    this.#refuse = refuse
  }

  generate(random: Random, bias: number | undefined): Value<Drawn> {
    for (let redraw = 0; redraw < MAX_REDRAWS; redraw += 1) {
      this.#begin()
      const value = this.#drawn.generate(random, bias)
      if (this.#isAccepted(value.value)) return value
    }
    throw this.#refuse()
  }

  canShrinkWithoutContext(_value: unknown): _value is Drawn {
    return false
  }

  shrink(value: Drawn, context: unknown): Stream<Value<Drawn>> {
    return this.#drawn.shrink(value, context).filter((simpler) => this.#isAccepted(simpler.value))
  }
}
