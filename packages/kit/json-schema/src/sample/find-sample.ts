import { type Arbitrary, sample } from 'fast-check'
import { isObject, type Json, writeJson } from '../base/json.ts'
import { keywordOf, placeOf, type SchemaNode } from '../base/schema-set.ts'
import { referencesOf, schemasAt } from '../base/subschemas.ts'
import { UnsatisfiableSchemaError, validValuesOf, type ValueOptions } from '../generate/valid-values.ts'
import { isValid } from '../keywords/judge.ts'
import { createDerivedNode, isDerived, referTo } from '../keywords/shell.ts'
import { candidatesFor, RecursiveTemplateError } from './candidates.ts'

const makers = new Map<string, TemplateMaker>()

/** The plainest valid value of a schema, the same in every run; undefined if no value satisfies it. */
export const findTemplate = (node: SchemaNode, options: ValueOptions): Json | undefined =>
  findBy(templateMaker(options), node)

/**
 * A valid value for a reader, the same in every run: like the template, but with the properties that may be left out, three levels deep.
 * Examples of objects and lists in the schema are taken whole. Undefined if no value satisfies the schema.
 */
export const findExample = (node: SchemaNode, options: ValueOptions): Json | undefined =>
  findBy(new TemplateMaker(options, templateMaker(options)), node) ?? findTemplate(node, options)

const templateMaker = (options: ValueOptions): TemplateMaker => {
  const key = writeJson([options.direction, options.maxDepth, options.additionalProperties])
  const maker = makers.get(key) ?? new TemplateMaker(options)
  makers.set(key, maker)
  return maker
}

const findBy = (maker: TemplateMaker, node: SchemaNode): Json | undefined => {
  try {
    return maker.make([node])
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError || error instanceof RecursiveTemplateError) return undefined
    throw error
  }
}

/** How many combinations of alternatives are tried before chance has to help. */
const ATTEMPTS = 24

/** How many values chance may offer; the shortest is taken. */
const SAMPLES = 8

interface Known {
  readonly value: Json
}

/** Levels of an example with the properties that may be left out. */
const FULL_LEVELS = 3

/** Makes plain values for one set of options, and remembers them. With a maker for what is deeper, it makes examples. */
class TemplateMaker {
  readonly isFull: boolean
  readonly #options: ValueOptions
  readonly #deeper: TemplateMaker | undefined
  #level = 0
  readonly #known = new WeakMap<SchemaNode, Map<string, Known>>()
  readonly #entered: SchemaNode[] = []
  /** How often a recursive schema was left early; what was made meanwhile holds for that place only. */
  #cuts = 0

  constructor(options: ValueOptions, deeper?: TemplateMaker) {
    this.#options = options
    this.#deeper = deeper
    this.isFull = deeper !== undefined
  }

  /**
   * The plainest value that keeps all schemas: required properties only, and what the schemas themselves propose where it
   * is valid. `proposals` are further proposals, for the same value. Throws UnsatisfiableSchemaError.
   */
  make(nodes: readonly SchemaNode[], proposals: readonly Json[] = []): Json {
    if (this.#deeper !== undefined && this.#level >= FULL_LEVELS) return this.#deeper.make(nodes, proposals)
    const targets = [...new Set(nodes.map(behindReference))]
    const [first] = targets
    if (first === undefined) return proposals[0] ?? 'text'
    if (targets.some((node) => this.#entered.includes(node))) {
      this.#cuts += 1
      throw new RecursiveTemplateError()
    }
    const place = targets.map(placeOf).join(' ')
    const known = this.#known.get(first) ?? new Map<string, Known>()
    this.#known.set(first, known)
    // A derived schema is met once: to remember it under a schema of the user would keep it for ever.
    const isWorthIt = proposals.length === 0 && !this.isFull && !targets.some(isDerived)
    const ready = isWorthIt ? known.get(place) : undefined
    if (ready !== undefined) return ready.value
    const cutsBefore = this.#cuts
    this.#entered.push(...targets)
    this.#level += 1
    try {
      const value = this.#tryAll(targets, proposals)
      const lasting = this.#cuts === cutsBefore || this.#entered.length === targets.length
      if (isWorthIt && lasting) known.set(place, { value })
      return value
    } finally {
      this.#level -= 1
      this.#entered.splice(-targets.length)
    }
  }

  #tryAll(nodes: readonly SchemaNode[], proposals: readonly Json[]): Json {
    const { direction } = this.#options
    const isKept = (value: Json): boolean => nodes.every((node) => isValid(node, value, { direction }))
    const counts: number[] = []
    let vectors: (readonly number[])[] = [[]]
    let stopped: Error | undefined
    for (let at = 0; at < vectors.length && at < ATTEMPTS; at += 1) {
      const vector = vectors[at] ?? []
      let position = 0
      const parts = partsOf(nodes, (alternatives) => {
        if (at === 0) counts.push(alternatives)
        position += 1
        return Math.min(vector[position - 1] ?? 0, alternatives - 1)
      })
      if (at === 0) vectors = [[], ...otherVectors(counts)]
      try {
        for (const value of candidatesFor(parts, proposals, this, direction)) {
          if (isSettled(nodes, counts, value) || isKept(value)) return value
        }
      } catch (error) {
        if (!(error instanceof RecursiveTemplateError || error instanceof UnsatisfiableSchemaError))
          throw error
        stopped = error
      }
    }
    if (stopped !== undefined && (counts.length === 0 || this.#entered.length > nodes.length)) throw stopped
    return this.#sample(nodes)
  }

  #sample(nodes: readonly SchemaNode[]): Json {
    const node = conjunctionOf(nodes)
    const values = sampleValues(node, this.#options, SAMPLES)
    const [shortest] = values.toSorted((one, other) => writeJson(one).length - writeJson(other).length)
    if (shortest === undefined)
      throw new UnsatisfiableSchemaError(node.pointer, node.documentUri, 'no value was found')
    return shortest
  }
}

/**
 * An object of a derived schema without alternatives is what it is: the code that derived the schema judges it by the original.
 * Each derived schema is used once, so it does not pay to make it ready to judge.
 */
const isSettled = (nodes: readonly SchemaNode[], counts: readonly number[], value: Json): boolean =>
  counts.length === 0 && isObject(value) && nodes.every(isDerived)

/** Each alternative of each choice once, the others at their first. */
const otherVectors = (counts: readonly number[]): number[][] =>
  counts.flatMap((count, position) =>
    Array.from({ length: count - 1 }, (_, index) => [
      ...Array.from({ length: position }, () => 0),
      index + 1,
    ]),
  )

const behindReference = (node: SchemaNode): SchemaNode => {
  let target = node
  const seen = new Set<SchemaNode>()
  while (typeof target.schema === 'object' && Object.keys(target.schema).length === 1 && !seen.has(target)) {
    seen.add(target)
    const reference = keywordOf(target, '$ref')
    if (typeof reference !== 'string') break
    target = target.set.resolve(target, reference)
  }
  return target
}

/** Chooses between alternatives: gets their number, and returns the index of one. */
type Choose = (alternatives: number) => number

/**
 * Collects the schemas that apply together to one value. These are the given ones, their references, the members of `allOf`, and one
 * alternative of each `anyOf`, `oneOf` and `if`. Leaves `not` to the judge.
 */
const partsOf = (nodes: readonly SchemaNode[], choose: Choose): SchemaNode[] => {
  const parts = new Set<SchemaNode>()
  const add = (node: SchemaNode): void => {
    if (parts.has(node)) return
    parts.add(node)
    if (typeof node.schema === 'boolean') return
    for (const part of [...referencesOf(node), ...schemasAt(node, 'allOf')]) add(part)
    for (const keyword of ['anyOf', 'oneOf']) {
      const branches = schemasAt(node, keyword).toSorted(
        (one, other) => Number(isNull(one)) - Number(isNull(other)),
      )
      const chosen = branches[branches.length > 1 ? choose(branches.length) : 0]
      if (chosen !== undefined) add(chosen)
    }
    addConditional(node, choose, add)
  }
  nodes.forEach(add)
  return [...parts]
}

const addConditional = (node: SchemaNode, choose: Choose, add: (node: SchemaNode) => void): void => {
  if (keywordOf(node, 'if') === undefined) return
  const holds = choose(2) === 0
  for (const keyword of holds ? ['if', 'then'] : ['else']) schemasAt(node, keyword).forEach(add)
}

const isNull = (node: SchemaNode): boolean =>
  isObject(node.schema) && (node.schema['type'] === 'null' || node.schema['const'] === null)

/** One schema that says what all of these say. */
const conjunctionOf = (nodes: readonly SchemaNode[]): SchemaNode => {
  const home = nodes.find(isDerived) ?? nodes[0]
  if (home === undefined) throw new TypeError('There is nothing to conjoin.')
  return nodes.length === 1 ? home : createDerivedNode(home, { allOf: nodes.map((node) => referTo(node)) })
}

const SEED = 1

/** Some valid values of a schema, the same in every process; none if no value satisfies it. */
export const sampleValues = (node: SchemaNode, options: ValueOptions, count: number): Json[] => {
  const values = findValues(node, options)
  return values === undefined ? [] : sample(values, { seed: SEED, numRuns: count })
}

/** The valid values of a schema; undefined if no value satisfies it. */
export const findValues = (node: SchemaNode, options: ValueOptions): Arbitrary<Json> | undefined => {
  try {
    return validValuesOf(node, options)
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return undefined
    throw error
  }
}
