import { constantFrom, integer, type Random } from 'fast-check'
import { equalJson, isObject, type Json, type JsonObject, toCanonicalText } from '../base/json.ts'
import { type Direction, keywordOf, placeOf, type SchemaNode } from '../base/schema-set.ts'
import { schemasAt } from '../base/subschemas.ts'
import { isValid } from '../keywords/judge.ts'
import type { JsonType } from '../keywords/shell.ts'
import { textsOf } from '../text/texts.ts'
import { deadEnd, isDeadEnd } from './errors.ts'
import { numbersOf, planNumbers, variedNumbersOf } from './numbers.ts'
import {
  behindReference,
  closureOf,
  declaredBy,
  dependentOn,
  fewestMatches,
  isSent,
  itemNodes,
  listedBy,
  meantTypes,
  namesType,
  numbersIn,
  type Parts,
  partsOf,
  propertyNodes,
  requiredBy,
  textConstraintsOf,
  typesOf,
} from './parts.ts'

/** How values are generated. */
export interface DrawSettings {
  readonly direction: Direction | undefined
  /** How often one schema may be entered along one path. */
  readonly maxDepth: number
  /** Whether properties that no schema describes may be invented. */
  readonly inventsProperties: boolean
  /** Whether one small value is wanted, not various ones. */
  readonly isSparing: boolean
  /** The plainest value that satisfies the schemas. Throws if there is none. */
  readonly plainest: (nodes: readonly SchemaNode[]) => Json
}

/** The number of attempts before the plainest value is used. */
const ATTEMPTS = 8
/** The number of parts of a value after which only required parts are added. */
const MOST_PARTS = 200
/** The depths from which fewer optional parts are generated, and none. */
const SPARSE_DEPTH = 4
const BARE_DEPTH = 10
/** The most items beyond the minimum of an array, and the most names beyond the minimum of a dictionary. */
const SURPLUS = 5
/** The longest array that is generated to reach `maxItems`. */
const LONGEST = 200
/** The number of attempts for an item that must differ from others. */
const REDRAWS = 40

/**
 * Generates values that satisfy schemas: types, listed values, bounds, properties and items by construction,
 * everything else at random. The validator then checks each value.
 */
export class Drawer {
  readonly #settings: DrawSettings
  readonly #random: Random
  readonly #bias: number | undefined
  readonly #entered = new Map<string, number>()
  #depth = 0
  #parts = 0
  /** Whether values should rarely repeat. */
  #isVaried = false
  /** Whether to include rare values: other types, properties that no schema describes. */
  #isDesperate = false

  /** `bias` is fast-check's, which favors small and extreme values. */
  constructor(settings: DrawSettings, random: Random, bias?: number) {
    this.#settings = settings
    this.#random = random
    this.#bias = bias
  }

  /** A value that satisfies all schemas. Throws if none is found. */
  draw(nodes: readonly SchemaNode[]): Json {
    const targets = [...new Set(nodes.map(behindReference))]
    if (targets.every(({ schema }) => schema === true)) return this.#anything()
    const places = targets.map(placeOf)
    const isAgain = places.some((place) => (this.#entered.get(place) ?? 0) >= this.#settings.maxDepth)
    if (isAgain || this.#isSpent) return this.#settings.plainest(targets)
    this.#parts += 1
    this.#depth += 1
    for (const place of places) this.#entered.set(place, (this.#entered.get(place) ?? 0) + 1)
    try {
      const drawn = this.tryToDraw(targets, ATTEMPTS)
      return drawn === undefined ? this.#settings.plainest(targets) : drawn
    } finally {
      this.#depth -= 1
      for (const place of places) this.#entered.set(place, (this.#entered.get(place) ?? 1) - 1)
    }
  }

  /** A value that satisfies all schemas; undefined if the given number of attempts finds none. */
  tryToDraw(nodes: readonly SchemaNode[], attempts: number): Json | undefined {
    const { direction } = this.#settings
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      let hasChoices = false
      const choose = (alternatives: number): number => {
        hasChoices = true
        return this.#nextInt(alternatives)
      }
      const taste = { takesMore: () => this.#nextInt(4) === 0, isStrict: attempt < attempts / 2 }
      const parts = partsOf(nodes, choose, taste)
      const wasDesperate = this.#isDesperate
      this.#isDesperate ||= attempt >= attempts / 2
      try {
        const value = this.#drawParts(parts)
        // Without a choice it is valid by construction; the whole value is validated later.
        const isTrusted = !hasChoices && parts.negated.length === 0 && attempt === 0 && this.#depth > 1
        if (isTrusted || nodes.every((node) => isValid(node, value, { direction }))) return value
      } catch (error) {
        if (!isDeadEnd(error)) throw error
      } finally {
        this.#isDesperate = wasDesperate
      }
    }
    return undefined
  }

  get #isSpent(): boolean {
    const { isSparing } = this.#settings
    return (
      this.#parts > (isSparing ? MOST_PARTS / 4 : MOST_PARTS) ||
      this.#depth > (isSparing ? SPARSE_DEPTH : BARE_DEPTH)
    )
  }

  #nextInt(below: number): number {
    return below <= 1 ? 0 : this.#random.nextInt(0, below - 1)
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#nextInt(items.length)]
  }

  #drawParts(parts: Parts): Json {
    const { nodes, negated } = parts
    if (nodes.some(({ schema }) => schema === false)) throw deadEnd
    const lists = nodes.flatMap((node) => {
      const listed = listedBy(node)
      return listed === undefined ? [] : [listed]
    })
    const [first, ...others] = lists
    if (first !== undefined) {
      const common = first.filter((value) =>
        others.every((list) => list.some((other) => equalJson(other, value))),
      )
      const { direction } = this.#settings
      const kept = common.filter((value) => nodes.every((node) => isValid(node, value, { direction })))
      const value = this.#pick(kept.length > 0 ? kept : common)
      if (value === undefined) throw deadEnd
      return value
    }
    return this.#ofType(this.#pickType(nodes, negated), parts)
  }

  #pickType(nodes: readonly SchemaNode[], negated: readonly SchemaNode[]): JsonType {
    const excluded = new Set(negated.filter(saysOnlyType).flatMap((node) => typesOf([node])))
    const all = typesOf(nodes).filter((type) => !excluded.has(type))
    const meant = namesType(nodes) || this.#isDesperate ? [] : meantTypes([...nodes, ...negated])
    const allowed = meant.length > 0 ? all.filter((type) => meant.includes(type)) : all
    // Where all numbers are allowed, integers need no case of their own.
    const types = allowed.includes('number') ? allowed.filter((type) => type !== 'integer') : allowed
    const telling = types.length > 1 && this.#nextInt(4) > 0 ? types.filter((type) => type !== 'null') : types
    const type = this.#pick(telling)
    if (type === undefined) throw deadEnd
    return type
  }

  #ofType(type: JsonType, parts: Parts): Json {
    switch (type) {
      case 'null':
        return null
      case 'boolean':
        return this.#nextInt(2) === 0
      case 'integer':
      case 'number':
        return this.#number(parts)
      case 'string':
        return this.#text(parts)
      case 'array':
        return this.#array(parts)
      case 'object':
        return this.#object(parts)
    }
  }

  #number({ nodes, negated }: Parts): number | bigint {
    const plan = planNumbers(nodes, negated)
    if (plan === undefined) throw deadEnd
    const { value } = (this.#isVaried ? variedNumbersOf : numbersOf)(plan).generate(this.#random, this.#bias)
    // Keep the exact digits of an integer beyond 2^53, which `JSON` would round.
    return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21
      ? BigInt(value)
      : value
  }

  #text(parts: Pick<Parts, 'nodes' | 'negated'>): string {
    const supply = textsOf(textConstraintsOf(parts))
    if (supply.kind !== 'some') throw deadEnd
    return supply.texts.generate(this.#random, undefined).value
  }

  /** A small value of any type, for a place without constraints. */
  #anything(): Json {
    return this.#isVaried
      ? integer({ min: 0, max: 1_000_000_000 }).generate(this.#random, undefined).value
      : structuredClone(anyValues.generate(this.#random, undefined).value)
  }

  #array({ nodes, negated }: Parts): Json[] {
    const needs = nodes.filter((node) => fewestMatches(node) > 0)
    const hasTwins = negated.some((node) => keywordOf(node, 'uniqueItems') === true)
    const bounds = [...numbersIn(nodes, 'minItems'), ...needs.map(fewestMatches)]
    const fewest = Math.max(hasTwins ? 2 : 0, ...bounds)
    const most = this.#mostItems(nodes, fewest)
    if (fewest > most) throw deadEnd
    const length = this.#isSpent ? fewest : this.#length(fewest, most)
    const matches = needs.map((node) => {
      const indices = Array.from({ length }, (_, index) => index)
      const chosen = Array.from(
        { length: fewestMatches(node) },
        () => indices.splice(this.#nextInt(indices.length), 1)[0],
      )
      return { contains: schemasAt(node, 'contains'), indices: new Set(chosen) }
    })
    const nodesAt = (index: number): readonly SchemaNode[] => [
      ...itemNodes(nodes, index),
      ...matches.flatMap(({ contains, indices }) => (indices.has(index) ? contains : [])),
    ]
    const items: Json[] = []
    const isDistinct = nodes.some((node) => keywordOf(node, 'uniqueItems') === true)
    const seen = new Set<string>()
    for (let index = 0; index < length; index += 1) {
      const item = isDistinct
        ? this.#distinct(nodesAt(index), seen)
        : this.#optional(() => this.draw(nodesAt(index)), index < fewest)
      if (item === undefined) break
      items.push(item)
    }
    if (items.length < fewest) throw deadEnd
    const [first = null] = items
    return hasTwins ? items.with(1, first) : items
  }

  #mostItems(nodes: readonly SchemaNode[], fewest: number): number {
    const most = Math.min(...numbersIn(nodes, 'maxItems'))
    const end = Math.min(most, fewest + LONGEST)
    for (let index = 0; index <= end; index += 1) {
      const found = itemNodes(nodes, index)
      if (found.some(({ schema }) => schema === false)) return index
      // All further items are alike.
      if (index > 0 && found.every((node, at) => node === itemNodes(nodes, index + 1)[at])) break
    }
    return most
  }

  #length(fewest: number, most: number): number {
    if (this.#settings.isSparing && !this.#isDesperate && fewest > 0) return fewest
    // Usually only a few more than the minimum.
    const surplus = this.#depth > SPARSE_DEPTH ? 2 : SURPLUS + 1
    return Math.min(most, fewest + Math.min(this.#nextInt(surplus), this.#nextInt(surplus)))
  }

  /** An item unlike those before, or undefined if none is found. */
  #distinct(nodes: readonly SchemaNode[], seen: Set<string>): Json | undefined {
    const wasVaried = this.#isVaried
    try {
      for (let redraw = 0; redraw < REDRAWS; redraw += 1) {
        this.#isVaried = wasVaried || redraw > 1 || seen.size > 20
        // Many items make a large array, even if each is small.
        this.#parts = Math.min(this.#parts, MOST_PARTS / 8)
        const item = this.#optional(() => this.draw(nodes), false)
        if (item === undefined) continue
        const text = toCanonicalText(item)
        if (seen.has(text)) continue
        seen.add(text)
        return item
      }
      return undefined
    } finally {
      this.#isVaried = wasVaried
    }
  }

  /** The result of a draw; undefined if an optional part cannot be generated. */
  #optional<Result>(draw: () => Result, isNeeded: boolean): Result | undefined {
    try {
      return draw()
    } catch (error) {
      if (isNeeded || !isDeadEnd(error)) throw error
      return undefined
    }
  }

  #object(given: Parts): JsonObject {
    const { direction } = this.#settings
    const { names, parts } = this.#chooseNames(given)
    const members: [string, Json][] = []
    const needed = new Set(requiredBy(parts.nodes))
    const fewest = Math.max(0, ...numbersIn(parts.nodes, 'minProperties'))
    for (const [position, name] of inOrderOf(declaredBy(parts.nodes), names).entries()) {
      const nodes = propertyNodes(parts.nodes, name)
      if (!isSent(nodes, direction)) continue
      const isNeeded = needed.has(name) || names.size - position <= fewest - members.length
      const value = this.#optional(() => this.#member(nodes, parts.names.get(name)), isNeeded)
      if (value !== undefined) members.push([name, value])
    }
    // Not an assignment: a property may be called __proto__.
    return Object.fromEntries(members)
  }

  #member(nodes: readonly SchemaNode[], selecting: readonly string[] | undefined): Json {
    if (selecting === undefined) return this.draw(nodes)
    const kept = selecting.filter((name) => nodes.every((node) => isValid(node, name)))
    // A name that the schema itself does not allow selects nothing.
    return this.#pick(kept) ?? this.draw(nodes)
  }

  /** The properties of an object, with the parts that they add (`dependentSchemas`). */
  #chooseNames(given: Parts): { readonly names: ReadonlySet<string>; readonly parts: Parts } {
    const { direction } = this.#settings
    let parts = given
    const goes = (name: string): boolean => {
      const nodes = propertyNodes(parts.nodes, name)
      return isSent(nodes, direction) && nodes.every(({ schema }) => schema !== false)
    }
    const most = Math.min(...numbersIn(parts.nodes, 'maxProperties'))
    const fewest = Math.max(0, ...numbersIn(parts.nodes, 'minProperties'))
    const rarity = this.#settings.isSparing ? 12 : this.#depth > SPARSE_DEPTH ? 4 : 2
    const declared = declaredBy([...parts.nodes, ...parts.negated])
    const wanted = this.#isSpent ? [] : declared.filter((name) => this.#nextInt(rarity) === 0 && goes(name))
    let names = closureOf(parts.nodes, [...requiredBy(parts.nodes), ...parts.names.keys()])
    const add = (name: string): void => {
      const more = closureOf(parts.nodes, [...names, name])
      if (more.size <= most) names = more
    }
    wanted.forEach(add)
    if (names.size < fewest)
      for (const name of this.#shuffled(declared)) if (names.size < fewest && goes(name)) add(name)
    const others =
      this.#isSpent || !this.#wantsOthers(parts.nodes)
        ? 0
        : Math.min(this.#nextInt(SURPLUS), this.#nextInt(SURPLUS))
    this.#otherNames(parts.nodes, names, Math.max(others, fewest - names.size)).forEach(add)
    for (;;) {
      const added = dependentOn(parts.nodes, names)
      if (added.length === 0) break
      const more = partsOf([...parts.nodes, ...added], (alternatives) => this.#nextInt(alternatives))
      parts = {
        nodes: [...new Set([...parts.nodes, ...more.nodes])],
        negated: [...new Set([...parts.negated, ...more.negated])],
        names: new Map([...parts.names, ...more.names]),
      }
      names = closureOf(parts.nodes, [...names, ...requiredBy(parts.nodes), ...parts.names.keys()])
    }
    return { names, parts }
  }

  #shuffled(names: readonly string[]): readonly string[] {
    const left = [...names]
    return names.map(() => left.splice(this.#nextInt(left.length), 1)[0] ?? '')
  }

  /** Whether an object gets undeclared properties: it is a dictionary, or undeclared properties are enabled. */
  #wantsOthers(nodes: readonly SchemaNode[]): boolean {
    if (this.#settings.inventsProperties || this.#isDesperate) return true
    return nodes.some(isDictionary)
  }

  /** Up to the given number of undeclared names that the schemas allow. */
  #otherNames(nodes: readonly SchemaNode[], known: ReadonlySet<string>, count: number): readonly string[] {
    const patterns = nodes.flatMap(namesOfPatterns)
    const found = new Set<string>()
    for (let tries = 0; tries < count * REDRAWS && found.size < count; tries += 1) {
      const pattern = this.#pick([...patterns, undefined])
      const name = this.#optional(() => this.#name(nodes, pattern, tries), false)
      if (name === undefined || known.has(name)) continue
      if (propertyNodes(nodes, name).every(({ schema }) => schema !== false)) found.add(name)
    }
    return [...found]
  }

  #name(nodes: readonly SchemaNode[], pattern: string | undefined, tries: number): string {
    const limits = nodes.flatMap((node) => schemasAt(node, 'propertyNames'))
    if (limits.length > 0) {
      const name = this.draw(limits)
      if (typeof name !== 'string') throw deadEnd
      return name
    }
    if (pattern === undefined) return tries < REDRAWS ? (this.#pick(EXTRA_NAMES) ?? 'extra') : `extra${tries}`
    const supply = textsOf({ patterns: [pattern] })
    if (supply.kind !== 'some') throw deadEnd
    return supply.texts.generate(this.#random, undefined).value
  }
}

/** Names in declaration order, then the others. */
const inOrderOf = (declared: readonly string[], names: ReadonlySet<string>): readonly string[] => [
  ...new Set([...declared.filter((name) => names.has(name)), ...names]),
]

const EXTRA_NAMES = ['a', 'b', 'c', 'd', 'extra', 'other', 'another', 'name', 'key', 'value']

const isDictionary = (node: SchemaNode): boolean =>
  namesOfPatterns(node).length > 0 ||
  ['additionalProperties', 'unevaluatedProperties'].some((keyword) => isObject(keywordOf(node, keyword)))

const namesOfPatterns = (node: SchemaNode): readonly string[] => {
  const patterns = keywordOf(node, 'patternProperties')
  return isObject(patterns) ? Object.keys(patterns).filter((pattern) => patterns[pattern] !== false) : []
}

const saysOnlyType = (node: SchemaNode): boolean =>
  isObject(node.schema) && Object.keys(node.schema).join() === 'type'

const anyValues = constantFrom<Json[]>(
  '',
  'a',
  'text',
  'Some words',
  '1',
  0,
  1,
  2,
  7,
  12,
  20,
  true,
  false,
  null,
  0.5,
  -1,
  [],
  {},
  ['a'],
  { a: 1 },
)
