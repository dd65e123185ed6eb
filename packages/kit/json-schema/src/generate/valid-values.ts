import { Arbitrary, type Random, sample, Stream, Value } from 'fast-check'
import { isObject, type Json, writeJson } from '../base/json.ts'
import type { Direction, SchemaNode } from '../base/schema-set.ts'
import { isValid } from '../keywords/judge.ts'
import { isDerived } from '../keywords/shell.ts'
import { Drawer } from './drawer.ts'
import { isDeadEnd, UnsatisfiableSchemaError } from './errors.ts'
import { TemplateMaker } from './template-maker.ts'

export { UnsatisfiableSchemaError }

/** How values are generated from a schema. */
export interface ValueOptions {
  /** `request` sends no readOnly property, `response` no writeOnly one; undefined: a plain JSON Schema. */
  readonly direction?: Direction
  /** How often one recursive reference may be entered along one path; default 3. */
  readonly maxDepth?: number
  /** Whether properties that the schema does not name may appear where it allows them; default false. */
  readonly additionalProperties?: boolean
  /** How many places of a schema have their bounds and statements tried, the nearest to the root first; default 200. */
  readonly places?: number
}

/** Values of one set of options. */
interface Source {
  readonly template: TemplateMaker
  readonly drawer: (random: Random, bias?: number) => Drawer
}

const sources = new Map<string, Source>()

const sourceOf = ({ direction, maxDepth = 3, additionalProperties = false }: ValueOptions): Source => {
  const key = writeJson([direction, maxDepth, additionalProperties])
  const known = sources.get(key)
  if (known !== undefined) return known
  const plainest = (nodes: readonly SchemaNode[]): Json => template.make(nodes)
  const settings = { direction, maxDepth, inventsProperties: additionalProperties, plainest }
  const template = new TemplateMaker(direction, (nodes) =>
    drawOne((random) => new Drawer({ ...settings, maxDepth: 1, isSparing: true }, random), nodes),
  )
  const drawer = (random: Random, bias?: number): Drawer =>
    new Drawer({ ...settings, isSparing: false }, random, bias)
  const made = { template, drawer }
  sources.set(key, made)
  return made
}

/** The number of random attempts if no plain value was found. */
const ATTEMPTS = 16
const SEED = 1

/** A value that satisfies all schemas, the same in every process; undefined if none is found. */
const drawOne = (drawer: (random: Random) => Drawer, nodes: readonly SchemaNode[]): Json | undefined =>
  sample(new DrawnOnce((random) => drawer(random).tryToDraw(nodes, ATTEMPTS)), { seed: SEED, numRuns: 1 })[0]

/** The values that a function draws. */
class DrawnOnce<Drawn> extends Arbitrary<Drawn> {
  readonly #draw: (random: Random) => Drawn

  constructor(draw: (random: Random) => Drawn) {
    super()
    this.#draw = draw
  }

  generate(random: Random): Value<Drawn> {
    return new Value(this.#draw(random), undefined)
  }

  canShrinkWithoutContext(_value: unknown): _value is Drawn {
    return false
  }

  shrink(): Stream<Value<Drawn>> {
    return Stream.nil()
  }
}

/** The number of attempts per value. Lower for a derived schema, which is often unsatisfiable. */
const MAX_REDRAWS = 50
const MAX_DERIVED_REDRAWS = 3

/** Valid values of a schema. They shrink to smaller valid values. */
class ValidValues extends Arbitrary<Json> {
  readonly #node: SchemaNode
  readonly #direction: Direction | undefined
  readonly #source: Source

  constructor(node: SchemaNode, direction: Direction | undefined, source: Source) {
    super()
    this.#node = node
    this.#direction = direction
    this.#source = source
  }

  generate(random: Random, bias: number | undefined): Value<Json> {
    const most = isDerived(this.#node) ? MAX_DERIVED_REDRAWS : MAX_REDRAWS
    for (let redraw = 0; redraw < most; redraw += 1) {
      try {
        const value = this.#source.drawer(random, bias).draw([this.#node])
        if (this.#isAccepted(value)) return new Value(value, undefined)
      } catch (error) {
        if (!isDeadEnd(error)) throw error
      }
    }
    return new Value(this.#source.template.make([this.#node]), undefined)
  }

  canShrinkWithoutContext(_value: unknown): _value is Json {
    return false
  }

  shrink(value: Json): Stream<Value<Json>> {
    return new Stream(simplerThan(value))
      .filter((simpler) => this.#isAccepted(simpler))
      .map((simpler) => new Value(simpler, undefined))
  }

  #isAccepted(value: Json): boolean {
    return isValid(this.#node, value, { direction: this.#direction })
  }
}

/** Smaller versions of a value: without one of its parts, or with one simplified. */
function* simplerThan(value: Json): IterableIterator<Json> {
  if (typeof value === 'number') {
    const whole = Math.trunc(value)
    for (const simpler of new Set([0, Math.trunc(whole / 2), whole, whole - Math.sign(whole)]))
      if (Math.abs(simpler) < Math.abs(value)) yield simpler
  } else if (typeof value === 'string') {
    const characters = Array.from(value)
    for (let size = Math.ceil(characters.length / 2); size > 0; size = Math.floor(size / 2))
      for (let at = 0; at < characters.length && at < size * 50; at += size)
        yield characters.toSpliced(at, size).join('')
  } else if (Array.isArray(value)) {
    for (const index of value.keys()) yield value.toSpliced(index, 1)
    for (const [index, item] of value.entries())
      for (const simpler of simplerThan(item)) yield value.with(index, simpler)
  } else if (isObject(value)) {
    const members = Object.entries(value)
    for (const index of members.keys()) yield Object.fromEntries(members.toSpliced(index, 1))
    for (const [index, [name, member]] of members.entries())
      for (const simpler of simplerThan(member))
        yield Object.fromEntries(members.with(index, [name, simpler]))
  }
}

/**
 * Values that satisfy every statement of the schema. They are deterministic by fast-check's seed, and shrink towards small values. Throws
 * {@link UnsatisfiableSchemaError} if no value is found.
 */
export const validValuesOf = (node: SchemaNode, options: ValueOptions = {}): Arbitrary<Json> => {
  const source = sourceOf(options)
  try {
    source.template.make([node])
  } catch (error) {
    throw isDeadEnd(error) && !(error instanceof UnsatisfiableSchemaError)
      ? new UnsatisfiableSchemaError(node)
      : error
  }
  return new ValidValues(node, options.direction, source)
}

/** The plainest valid value of a schema, the same in every run; undefined if none is found. */
export const findTemplate = (node: SchemaNode, options: ValueOptions): Json | undefined => {
  try {
    return sourceOf(options).template.make([node])
  } catch (error) {
    if (isDeadEnd(error)) return undefined
    throw error
  }
}

/** Some valid values of a schema, the same in every process; none if none is found. */
export const sampleValues = (node: SchemaNode, options: ValueOptions, count: number): Json[] => {
  const values = findValues(node, options)
  return values === undefined ? [] : sample(values, { seed: SEED, numRuns: count })
}

/** The valid values of a schema; undefined if none is found. */
export const findValues = (node: SchemaNode, options: ValueOptions): Arbitrary<Json> | undefined => {
  try {
    return validValuesOf(node, options)
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return undefined
    throw error
  }
}
