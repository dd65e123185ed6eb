import { isObject, type Json } from '../base/json.ts'
import { type Direction, placeOf, type SchemaNode } from '../base/schema-set.ts'
import { isValid } from '../keywords/judge.ts'
import { isDerived } from '../keywords/shell.ts'
import { candidatesFor } from './candidates.ts'
import { isDeadEnd, RecursiveTemplateError, UnsatisfiableSchemaError } from './errors.ts'
import { behindReference, partsOf } from './parts.ts'

/** How many combinations of alternatives are tried before random generation. */
const ATTEMPTS = 24

/** A value, or the error of a schema for which none was found. */
type Known = { readonly value: Json } | { readonly error: unknown }

/** Creates plain values for one set of options, and caches them. */
export class TemplateMaker {
  readonly #direction: Direction | undefined
  readonly #chance: (nodes: readonly SchemaNode[]) => Json | undefined
  readonly #known = new WeakMap<SchemaNode, Map<string, Known>>()
  readonly #entered: SchemaNode[] = []
  /** Counts the recursive schemas that were left early. Values made meanwhile are valid at that place only. */
  #cuts = 0

  /** `chance` finds a value at random if no plain one satisfies all schemas. */
  constructor(direction: Direction | undefined, chance: (nodes: readonly SchemaNode[]) => Json | undefined) {
    this.#direction = direction
    this.#chance = chance
  }

  /**
   * The plainest value that satisfies all schemas: required properties only, with the schemas' own examples and defaults where they
   * are valid. `proposals` are further candidates for the same value. Throws UnsatisfiableSchemaError.
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
    // A derived schema cached under a schema of the user would never be freed.
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
 * An object of a derived schema without alternatives is not validated here: the code that derived the schema validates it by the original.
 * Each derived schema is used once, so compiling it does not pay off.
 */
const isSettled = (nodes: readonly SchemaNode[], counts: readonly number[], value: Json): boolean =>
  counts.length === 0 && isObject(value) && nodes.every(isDerived)

/** Each alternative of each choice once, with the first alternative of all other choices. */
const otherVectors = (counts: readonly number[]): number[][] =>
  counts.flatMap((count, position) =>
    Array.from({ length: count - 1 }, (_, index) => [
      ...Array.from({ length: position }, () => 0),
      index + 1,
    ]),
  )
