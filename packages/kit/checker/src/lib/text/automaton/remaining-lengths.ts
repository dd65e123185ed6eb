import type { TextState } from './text-state.ts'

const MAX_WORK = 10_000_000
const MAX_WORDS = 16_000_000

/**
 * From which states a text of exactly n more characters can end well. The sets for n = 0, 1, 2, … follow from one
 * another, so they repeat once one comes back: any n is answered from the part before that.
 */
export class RemainingLengths {
  readonly #sources: readonly (readonly number[])[]
  readonly #words: number
  readonly #layers: Uint32Array[] = []
  readonly #byHash = new Map<number, number[]>()
  #work = 0
  /** Layer `#repeatTo` is equal to the one after the last. */
  #repeatTo: number | undefined

  constructor(states: readonly TextState[]) {
    const sources = states.map(() => new Set<number>())
    states.forEach(({ targets }, from) => {
      for (const target of targets) sources[target]?.add(from)
    })
    this.#sources = sources.map((from) => [...from])
    this.#words = Math.ceil(states.length / 32)
    const ends = new Uint32Array(this.#words)
    states.forEach(({ isAccepting }, state) => {
      if (isAccepting) add(ends, state)
    })
    this.#keep(ends)
  }

  /** The number of characters from which on everything repeats, and how often; undefined while that is not known. */
  get cycle(): { readonly from: number; readonly period: number } | undefined {
    return this.#repeatTo === undefined
      ? undefined
      : { from: this.#repeatTo, period: this.#layers.length - this.#repeatTo }
  }

  /** Whether `remaining` more characters can end well; undefined where finding out is too much work. */
  canEnd(state: number, remaining: number): boolean | undefined {
    const layer = this.layer(remaining)
    return layer && has(layer, state)
  }

  /** The states from which `remaining` more characters can end well, as a bit set for {@link has}. */
  layer(remaining: number): Uint32Array | undefined {
    while (this.#repeatTo === undefined && this.#layers.length <= remaining) {
      if (this.#work > MAX_WORK || this.#layers.length * this.#words > MAX_WORDS) return undefined
      this.#extend()
    }
    if (remaining < this.#layers.length) return this.#layers[remaining]
    const { from, period } = this.cycle ?? { from: 0, period: 1 }
    return this.#layers[from + ((remaining - from) % period)]
  }

  #extend(): void {
    const last = this.#layers.at(-1) ?? new Uint32Array(this.#words)
    const next = new Uint32Array(this.#words)
    for (let word = 0; word < last.length; word += 1) {
      for (let bits = last[word] ?? 0; bits !== 0; bits &= bits - 1) {
        const sources = this.#sources[word * 32 + (31 - Math.clz32(bits & -bits))] ?? []
        for (const source of sources) add(next, source)
        this.#work += sources.length
      }
    }
    this.#work += last.length
    const hash = next.reduce((sum, word) => (Math.imul(sum, 31) + word) | 0, 7)
    const same = this.#byHash
      .get(hash)
      ?.find((index) => this.#layers[index]?.every((word, at) => word === next[at]))
    if (same === undefined) this.#keep(next, hash)
    else this.#repeatTo = same
  }

  #keep(layer: Uint32Array, hash = layer.reduce((sum, word) => (Math.imul(sum, 31) + word) | 0, 7)): void {
    const index = this.#layers.push(layer) - 1
    const known = this.#byHash.get(hash)
    if (known === undefined) this.#byHash.set(hash, [index])
    else known.push(index)
  }
}

/** Whether a state is in a layer. */
export const has = (layer: Uint32Array, state: number): boolean =>
  (((layer[state >>> 5] ?? 0) >>> (state & 31)) & 1) === 1

const add = (layer: Uint32Array, state: number): void => {
  layer[state >>> 5] = (layer[state >>> 5] ?? 0) | (1 << (state & 31))
}
