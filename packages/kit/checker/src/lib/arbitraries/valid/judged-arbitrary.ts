import { Arbitrary, type Random, type Stream, type Value } from 'fast-check'

/** How often a value is drawn again that the judge refuses. */
const MAX_REDRAWS = 50

/** Hands out only values that a judge accepts; for arbitraries that are right by construction, and should be all the same. */
export class JudgedArbitrary<Drawn> extends Arbitrary<Drawn> {
  readonly #drawn: Arbitrary<Drawn>
  readonly #isAccepted: (value: Drawn) => boolean
  readonly #begin: () => void
  readonly #refuse: () => Error

  /** `begin` is told that a value is drawn; `refuse` makes the error for the case that none is accepted. */
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
