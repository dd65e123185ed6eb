import { Arbitrary, type Random, Stream, Value } from 'fast-check'
import type { Json, JsonObject } from '../../base/json.ts'
import type { GenerationBudget } from '../generation-budget.ts'
import { withDependents } from './properties-plan.ts'

/** The arbitraries of the properties of an object, in the order in which they are written. */
interface PropertyArbitraries {
  readonly entries: readonly {
    readonly name: string
    readonly values: Arbitrary<Json>
    readonly role: 'needed' | 'filler' | 'optional'
  }[]
  readonly min: number
  readonly max: number
  /** The properties that each property needs beside it. */
  readonly dependents: ReadonlyMap<string, readonly string[]>
}

type Drawn = ReadonlyMap<string, Value<Json>>

/** Draws objects: what must be there, and about half of what may be; they shrink to fewer and simpler properties. */
export class PropertiesArbitrary extends Arbitrary<Json> {
  readonly #properties: PropertyArbitraries
  readonly #budget: GenerationBudget
  readonly #valuesOf: ReadonlyMap<string, Arbitrary<Json>>

  constructor(properties: PropertyArbitraries, budget: GenerationBudget) {
    super()
    this.#properties = properties
    this.#budget = budget
    this.#valuesOf = new Map(properties.entries.map(({ name, values }) => [name, values]))
  }

  generate(random: Random, bias: number | undefined): Value<Json> {
    const chosen = this.#choose(random)
    const drawn = new Map<string, Value<Json>>()
    for (const { name, values } of this.#properties.entries) {
      if (chosen.has(name))
        drawn.set(
          name,
          this.#budget.within(() => values.generate(random, bias)),
        )
    }
    return toObject(drawn)
  }

  canShrinkWithoutContext(_value: unknown): _value is Json {
    return false
  }

  shrink(_value: Json, context: unknown): Stream<Value<Json>> {
    return context instanceof Map ? new Stream(this.#simpler(context as Drawn)) : Stream.nil()
  }

  /** The names of the properties that this object has. */
  #choose(random: Random): ReadonlySet<string> {
    const { entries, min, max } = this.#properties
    const chosen = new Set(entries.filter(({ role }) => role === 'needed').map(({ name }) => name))
    const add = (name: string): void => {
      const group = this.#groupOf(name).filter((one) => !chosen.has(one))
      if (chosen.size + group.length <= max) for (const one of group) chosen.add(one)
    }
    const { isSpent, rarity } = this.#budget
    if (!isSpent) {
      const wanted = entries.filter(({ role }) => role !== 'needed' && random.nextInt(1, rarity) === 1)
      // If not all of them may be present, the present ones are drawn, too.
      const start =
        wanted.length > 0 && chosen.size + wanted.length > max ? random.nextInt(0, wanted.length - 1) : 0
      for (const { name } of [...wanted.slice(start), ...wanted.slice(0, start)]) add(name)
    }
    for (const role of ['filler', 'optional']) {
      for (const entry of entries) if (chosen.size < min && entry.role === role) add(entry.name)
    }
    return chosen
  }

  /** The property and all that it needs beside it. */
  #groupOf(name: string): readonly string[] {
    return withDependents([name], this.#properties.dependents)
  }

  *#simpler(drawn: Drawn): Generator<Value<Json>> {
    const { entries } = this.#properties
    const least = this.#least()
    if (least.size < drawn.size && [...least].every((name) => drawn.has(name)))
      yield toObject(only(drawn, (name) => least.has(name)))
    for (const { name, role } of entries) {
      if (role === 'needed' || !drawn.has(name)) continue
      const left = only(drawn, (other) => other !== name && !this.#groupOf(other).includes(name))
      if (left.size >= this.#properties.min) yield toObject(left)
    }
    for (const [name, value] of drawn) {
      for (const next of this.#valuesOf.get(name)?.shrink(value.value, value.context) ?? []) {
        yield toObject(new Map([...drawn].map(([other, old]) => [other, other === name ? next : old])))
      }
    }
  }

  #least(): ReadonlySet<string> {
    return new Set(this.#properties.entries.filter(({ role }) => role !== 'optional').map(({ name }) => name))
  }
}

const only = (drawn: Drawn, isKept: (name: string) => boolean): Drawn =>
  new Map([...drawn].filter(([name]) => isKept(name)))

const toObject = (drawn: Drawn): Value<Json> => {
  const object: JsonObject = {}
  for (const [name, { value }] of drawn) {
    if (name === '__proto__')
      Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
    else object[name] = value
  }
  return new Value<Json>(object, drawn)
}
