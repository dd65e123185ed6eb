import { Arbitrary, type Random, type Stream, type Value } from 'fast-check'

/** An arbitrary that is built when its first value is wanted: of hundreds in a choice, most are never asked. */
export class LazyArbitrary<T> extends Arbitrary<T> {
  readonly #build: () => Arbitrary<T>
  #built: Arbitrary<T> | undefined

  constructor(build: () => Arbitrary<T>) {
    super()
    this.#build = build
  }

  override generate(random: Random, biasFactor: number | undefined): Value<T> {
    return this.#arbitrary.generate(random, biasFactor)
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#arbitrary.canShrinkWithoutContext(value)
  }

  override shrink(value: T, context: unknown): Stream<Value<T>> {
    return this.#arbitrary.shrink(value, context)
  }

  get #arbitrary(): Arbitrary<T> {
    this.#built ??= this.#build()
    return this.#built
  }
}
