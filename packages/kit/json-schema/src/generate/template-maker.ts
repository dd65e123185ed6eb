import { isObject, type Json } from '../base/json.ts'
import { type Direction, placeOf, type SchemaNode } from '../base/schema-set.ts'
import { isValid } from '../keywords/judge.ts'
import { isDerived } from '../keywords/shell.ts'
import { candidatesFor } from './candidates.ts'
import { isDeadEnd, RecursiveTemplateError, UnsatisfiableSchemaError } from './errors.ts'
import { behindReference, partsOf } from './parts.ts'

/** How many combinations of alternatives are tried before chance has to help. */
const ATTEMPTS = 24

/** A value, or the error of a schema for which none was found. */
type Known = { readonly value: Json } | { readonly error: unknown }

/** Makes plain values for one set of options, and remembers them. */
export class TemplateMaker {
  readonly #direction: Direction | undefined
  readonly #chance: (nodes: readonly SchemaNode[]) => Json | undefined
  readonly #known = new WeakMap<SchemaNode, Map<string, Known>>()
  readonly #entered: SchemaNode[] = []
  /** How often a recursive schema was left early; what was made meanwhile holds for that place only. */
  #cuts = 0

  /** `chance` finds a value that keeps all schemas, where no plain one does. */
  constructor(direction: Direction | undefined, chance: (nodes: readonly SchemaNode[]) => Json | undefined) {
    this.#direction = direction
    this.#chance = chance
  }

  /**
   * The plainest value that keeps all schemas: required properties only, and what the schemas themselves propose where it
   * is valid. `proposals` are further proposals, for the same value. Throws UnsatisfiableSchemaError.
   */
  make(nodes: readonly SchemaNode[], proposals: readonly Json[] = []): Json {
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
    // A derived schema remembered under one of the user would be kept for ever.
    const isWorthIt = proposals.length === 0 && (isDerived(first) || !targets.some(isDerived))
    const ready = isWorthIt ? known.get(place) : undefined
    if (ready !== undefined) {
      if ('error' in ready) throw ready.error
      return ready.value
    }
    const cutsBefore = this.#cuts
    const remember = (found: Known): void => {
      const isLasting = this.#cuts === cutsBefore || this.#entered.length === targets.length
      if (isWorthIt && isLasting) known.set(place, found)
    }
    this.#entered.push(...targets)
    try {
      const value = this.#tryAll(targets, proposals)
      remember({ value })
      return value
    } catch (error) {
      remember({ error })
      throw error
    } finally {
      this.#entered.splice(-targets.length)
    }
  }

  #tryAll(nodes: readonly SchemaNode[], proposals: readonly Json[]): Json {
    const direction = this.#direction
    const isKept = (value: Json): boolean => nodes.every((node) => isValid(node, value, { direction }))
    const counts: number[] = []
    let vectors: (readonly number[])[] = [[]]
    let stopped: unknown
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
        if (!isDeadEnd(error)) throw error
        stopped = error
      }
    }
    if (stopped !== undefined && (counts.length === 0 || this.#entered.length > nodes.length)) throw stopped
    return this.#sample(nodes)
  }

  #sample(nodes: readonly SchemaNode[]): Json {
    const found = this.#chance(nodes)
    if (found === undefined) throw new UnsatisfiableSchemaError(nodes[0]!)
    return found
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
