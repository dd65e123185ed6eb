import { Arbitrary, type Random, Stream, Value } from 'fast-check'
import { type Json, toCanonicalText } from '../../base/json.ts'
import type { GenerationBudget } from '../generation-budget.ts'

/** The arbitraries of the items of an array, and how many there are. */
interface ItemArbitraries {
  readonly leading: readonly Arbitrary<Json>[]
  readonly rest: Arbitrary<Json> | undefined
  readonly min: number
  /** The most items that are drawn. */
  readonly max: number
  /** A further source of values by index, for items that must all differ, if the arbitraries above have too few. */
  readonly spares: ((index: number) => Arbitrary<Json>) | undefined
  /** Two places that hold the same item. */
  readonly twins: readonly [number, number] | undefined
}

/** An item, and the arbitrary that knows how to shrink it. */
interface Item {
  readonly drawn: Value<Json>
  readonly from: Arbitrary<Json>
}

/** The most items that are drawn beyond the least number. */
export const SURPLUS = 5
/** How often an item is drawn again when it must differ from those before: as usual, and from the spares. */
const MAX_REDRAWS = 3
const MAX_SPARES = 60
/** How often all items are. */
const MAX_RESTARTS = 10
/** Arrays of more items than this shrink as a whole, not item by item. */
const MAX_SHRUNK = 50

/** Draws arrays: at least what must be there, seldom much more; they shrink to fewer and simpler items. */
export class ItemsArbitrary extends Arbitrary<Json> {
  readonly #items: ItemArbitraries
  readonly #budget: GenerationBudget

  constructor(items: ItemArbitraries, budget: GenerationBudget) {
    super()
    this.#items = items
    this.#budget = budget
  }

  generate(random: Random, bias: number | undefined): Value<Json> {
    const { min, max } = this.#items
    const count = this.#budget.isSpent ? min : Math.min(max, min + this.#surplus(random))
    let items = this.#draw(random, bias, count, false)
    for (let restart = 0; items.length < min && restart < MAX_RESTARTS; restart += 1) {
      // Every other time the earlier items, too, are of those that there are enough of.
      items = this.#draw(random, bias, min, restart % 2 === 1)
    }
    return toArray(items)
  }

  canShrinkWithoutContext(_value: unknown): _value is Json {
    return false
  }

  shrink(_value: Json, context: unknown): Stream<Value<Json>> {
    return Array.isArray(context) ? new Stream(this.#simpler(context as Item[])) : Stream.nil()
  }

  #surplus(random: Random): number {
    const most = this.#budget.rarity === 2 ? SURPLUS : 1
    return Math.min(random.nextInt(0, most), random.nextInt(0, most))
  }

  /** Draws items one by one; stops if none is left that differs from those before. */
  #draw(random: Random, bias: number | undefined, count: number, isVaried: boolean): readonly Item[] {
    const { leading, rest, spares, twins } = this.#items
    const items: Item[] = []
    const seen = new Set<string>()
    for (let index = 0; index < count; index += 1) {
      const usual = leading[index] ?? rest
      if (usual === undefined) break
      const from = isVaried ? (spares?.(index) ?? usual) : usual
      const twin = twins?.[1] === index ? items[twins[0]] : undefined
      let item = twin ?? { drawn: this.#budget.within(() => from.generate(random, bias)), from }
      if (spares !== undefined) {
        item = this.#unlike(seen, item, spares(index), random)
        if (seen.has(toCanonicalText(item.drawn.value))) break
        seen.add(toCanonicalText(item.drawn.value))
        this.#budget.keepDistinct()
      }
      items.push(item)
    }
    return items
  }

  /** An item drawn again until it differs from those seen, or no longer. */
  #unlike(seen: ReadonlySet<string>, first: Item, spare: Arbitrary<Json>, random: Random): Item {
    let item = first
    for (let redraw = 0; redraw < MAX_REDRAWS + MAX_SPARES; redraw += 1) {
      if (!seen.has(toCanonicalText(item.drawn.value)) || !this.#budget.takeRedraw()) return item
      const from = redraw < MAX_REDRAWS ? first.from : spare
      const draw = (): Value<Json> => this.#budget.within(() => from.generate(random, undefined))
      item = { drawn: redraw < MAX_REDRAWS ? draw() : this.#budget.freely(draw), from }
    }
    return item
  }

  *#simpler(items: readonly Item[]): Generator<Value<Json>> {
    const { min, spares, twins } = this.#items
    for (let count = min; count < items.length; count += Math.ceil((items.length - count) / 2)) {
      yield toArray(items.slice(0, count))
    }
    if (items.length > MAX_SHRUNK) return
    for (const [index, { drawn, from }] of items.entries()) {
      if (twins?.[1] === index) continue
      for (const simpler of from.shrink(drawn.value, drawn.context)) {
        const next = items.with(index, { drawn: simpler, from })
        const both = twins?.[0] === index ? next.with(twins[1], { drawn: simpler, from }) : next
        if (spares === undefined || areDistinct(both)) yield toArray(both)
      }
    }
  }
}

const areDistinct = (items: readonly Item[]): boolean =>
  new Set(items.map(({ drawn }) => toCanonicalText(drawn.value))).size === items.length

const toArray = (items: readonly Item[]): Value<Json> =>
  new Value<Json>(
    items.map(({ drawn }) => drawn.value),
    items,
  )
