import { Arbitrary, type Random, type Stream, type Value } from 'fast-check'

/**
 * An arbitrary that is created on first use. Recursive schemas are thus expanded step by step, and most branches of a large
 * choice are never expanded.
 */
export class LazyArbitrary<Drawn> extends Arbitrary<Drawn> {
  readonly #make: () => Arbitrary<Drawn>
  #made: Arbitrary<Drawn> | undefined

  constructor(make: () => Arbitrary<Drawn>) {
    super()
    this.#make = make
  }

  generate(random: Random, bias: number | undefined): Value<Drawn> {
    return this.#arbitrary.generate(random, bias)
  }

  canShrinkWithoutContext(value: unknown): value is Drawn {
    return this.#arbitrary.canShrinkWithoutContext(value)
  }

  shrink(value: Drawn, context: unknown): Stream<Value<Drawn>> {
    return this.#arbitrary.shrink(value, context)
  }

  get #arbitrary(): Arbitrary<Drawn> {
    this.#made ??= this.#make()
    return this.#made
  }
}
