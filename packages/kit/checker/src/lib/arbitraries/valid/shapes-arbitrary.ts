import { Arbitrary, Stream, Value, type Random } from 'fast-check'
import type { Json } from '../../schema/json.ts'

/** One shape of the values that meet a goal, and how often it is drawn among others. */
export interface WeightedShape {
  readonly weight: number
  readonly values: Arbitrary<Json>
}

/** What is known of a goal's values when one is drawn. */
export interface Shapes {
  /** Every shape, simplest first; made when first asked for. */
  readonly all: () => readonly WeightedShape[]
  /** The smallest values. */
  readonly least: () => Arbitrary<Json>
  /** Whether only the smallest values are wanted now, the goal having recurred so often on the way. */
  readonly isBounded: (depth: number) => boolean
}

/** How a value was drawn. */
interface Draw {
  readonly from: Arbitrary<Json>
  readonly inner: unknown
  /** To draw one of the smallest values, once, when shrinking. */
  readonly retry: Random | undefined
}

/** Draws values of a goal: of any of its shapes, but the smallest ones where the value would grow too large. */
export class ShapesArbitrary extends Arbitrary<Json> {
  readonly #shapes: Shapes
  #depth = 0

  constructor(shapes: Shapes) {
    super()
    this.#shapes = shapes
  }

  generate(random: Random, bias: number | undefined): Value<Json> {
    if (this.#shapes.isBounded(this.#depth)) {
      const from = this.#shapes.least()
      return wrap(from.generate(random, bias), from, undefined)
    }
    const shapes = this.#shapes.all()
    const from = pick(shapes, random)
    const retry = shapes.length > 1 ? random.clone() : undefined
    this.#depth += 1
    try {
      return wrap(from.generate(random, bias), from, retry)
    } finally {
      this.#depth -= 1
    }
  }

  canShrinkWithoutContext(_value: unknown): _value is Json {
    return false
  }

  shrink(value: Json, context: unknown): Stream<Value<Json>> {
    if (!isDraw(context)) return Stream.nil()
    const { from, inner, retry } = context
    const simpler = from.shrink(value, inner).map((next) => wrap(next, from, undefined))
    if (retry === undefined) return simpler
    const least = this.#shapes.least()
    return Stream.of(wrap(least.generate(retry.clone(), undefined), least, undefined)).join(simpler)
  }
}

const pick = (shapes: readonly WeightedShape[], random: Random): Arbitrary<Json> => {
  const [first, ...others] = shapes
  if (first === undefined) throw new Error('A goal that no value meets was drawn from.')
  let ticket =
    others.length === 0 ? 0 : random.nextInt(0, shapes.reduce((sum, { weight }) => sum + weight, 0) - 1)
  for (const { weight, values } of shapes) {
    if (ticket < weight) return values
    ticket -= weight
  }
  return first.values
}

const wrap = (
  { value, context }: Value<Json>,
  from: Arbitrary<Json>,
  retry: Random | undefined,
): Value<Json> => {
  const draw: Draw = { from, inner: context, retry }
  return new Value(value, draw)
}

const isDraw = (context: unknown): context is Draw =>
  typeof context === 'object' && context !== null && 'inner' in context
