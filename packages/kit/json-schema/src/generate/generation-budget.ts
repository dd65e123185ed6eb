import {
  Arbitrary,
  boolean,
  constantFrom,
  integer,
  oneof,
  type Random,
  type Stream,
  type Value,
} from 'fast-check'
import type { Json } from '../base/json.ts'

/** Items and properties that one value may hold before it only holds what it must. */
const MAX_PARTS = 200
/** Levels below which fewer optional parts are drawn, and none. */
const SPARSE_DEPTH = 4
const BARE_DEPTH = 10

/** Parts of one value that may be drawn again because they are like others: so many, and so many for each that was not. */
const MAX_REDRAWS = 2_000
const REDRAWS_EACH = 8

/** Keeps values small while they are drawn: the deeper and the larger a value already is, the fewer optional parts it gets. */
export class GenerationBudget {
  #parts = 0
  #depth = 0
  #freedoms = 0
  #redraws = 0
  #kept = 0

  /** Starts the draw of a separate value. */
  begin(): void {
    this.#parts = 0
    this.#depth = 0
    this.#freedoms = 0
    this.#redraws = 0
    this.#kept = 0
  }

  /** Draws a part of the value, one level deeper. */
  within<Result>(draw: () => Result): Result {
    this.#parts += 1
    this.#depth += 1
    try {
      return draw()
    } finally {
      this.#depth -= 1
    }
  }

  /** Draws a part that must differ from others, at whatever cost; it has to be bounded by itself. */
  freely<Result>(draw: () => Result): Result {
    this.#freedoms += 1
    try {
      return draw()
    } finally {
      this.#freedoms -= 1
    }
  }

  /** Whether a part that is like others may be drawn once more. */
  takeRedraw(): boolean {
    this.#redraws += 1
    return this.#redraws <= MAX_REDRAWS + this.#kept * REDRAWS_EACH
  }

  /** Notes a part that differs from those it must differ from. */
  keepDistinct(): void {
    this.#kept += 1
  }

  /** Whether only what must be there is still to be drawn. */
  get isSpent(): boolean {
    return this.#freedoms === 0 && (this.#parts > MAX_PARTS || this.#depth > BARE_DEPTH)
  }

  /** One in this many optional parts is drawn. */
  get rarity(): number {
    return this.#depth > SPARSE_DEPTH || this.#freedoms > 0 ? 4 : 2
  }
}

/**
 * An arbitrary that is created when it is first drawn from. Schemas that refer to each other are thus expanded one by one, and most of a
 * choice of hundreds are never expanded.
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

/** Small values of every type, for a place that the schema says nothing of. */
export const anyValues: Arbitrary<Json> = oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: constantFrom<Json[]>('', 'a', 'text', 'Some words', '1') },
  { weight: 3, arbitrary: integer({ min: 0, max: 20 }) },
  { weight: 2, arbitrary: boolean() },
  { weight: 1, arbitrary: constantFrom<Json[]>(null, 0.5, -1) },
  {
    weight: 1,
    arbitrary: constantFrom<(() => Json)[]>(
      () => [],
      () => ({}),
      () => ['a'],
      () => ({ a: 1 }),
    ).map((make) => make()),
  },
)
