import type { CodePointRange, CodePointSet } from './code-point-set.ts'

/**
 * The coarsest split of the code points 0 to `maximum` in which every given set is a union of parts. The parts are the
 * symbols of an automaton: no set tells two code points of one symbol apart.
 */
export class Alphabet {
  /** The code points of each symbol. */
  readonly symbols: readonly CodePointSet[]
  readonly #starts: readonly number[]
  readonly #symbolAt: readonly number[]
  readonly #members: readonly Uint8Array[]

  constructor(sets: readonly CodePointSet[], maximum: number) {
    const toggles = new Map<number, number[]>([[0, []]])
    const toggle = (point: number, set: number): void => {
      if (point > maximum) return
      const known = toggles.get(point)
      if (known === undefined) toggles.set(point, [set])
      else known.push(set)
    }
    sets.forEach((set, index) => {
      for (const { min, max } of set) {
        toggle(min, index)
        toggle(max + 1, index)
      }
    })
    const starts = [...toggles.keys()].toSorted((a, b) => a - b)
    const members: Uint8Array[] = []
    const symbols: CodePointRange[][] = []
    const symbolAt: number[] = []
    const bySignature = new Map<string, number>()
    const current = new Uint8Array(sets.length)
    starts.forEach((min, at) => {
      for (const set of toggles.get(min) ?? []) current[set] = 1 - (current[set] ?? 0)
      const signature = current.join('')
      let symbol = bySignature.get(signature)
      if (symbol === undefined) {
        symbol = symbols.length
        bySignature.set(signature, symbol)
        symbols.push([])
        members.push(current.slice())
      }
      symbols[symbol]?.push({ min, max: (starts[at + 1] ?? maximum + 1) - 1 })
      symbolAt.push(symbol)
    })
    this.symbols = symbols
    this.#starts = starts
    this.#symbolAt = symbolAt
    this.#members = members
  }

  /** The symbol of a code point no greater than the maximum. */
  symbolOf(codePoint: number): number {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= codePoint) low = middle
      else high = middle - 1
    }
    return this.#symbolAt[low] ?? 0
  }

  /** Whether a symbol lies in the set that was given at this index. */
  isIn(symbol: number, set: number): boolean {
    return this.#members[symbol]?.[set] === 1
  }
}
