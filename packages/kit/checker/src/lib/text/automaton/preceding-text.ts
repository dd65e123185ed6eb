import type { Alphabet } from './alphabet.ts'
import { PatternLimitError } from './pattern-limit-error.ts'
import type { PatternProgram } from './pattern-program.ts'

const MAX_SITUATIONS = 2_000

interface Situation {
  /** For each thing looked behind for, the instructions that wait for a character. */
  readonly waiting: readonly (readonly number[])[]
  /** For each thing looked behind for, whether the text so far ends with it. */
  readonly found: readonly boolean[]
  readonly next: number[]
}

/** What a pattern that looks behind (`^`, `\b` and `(?<=…)` do) has to know of the text so far. Situation 0: no text yet. */
export class PrecedingText {
  readonly #program: PatternProgram
  readonly #alphabet: Alphabet
  readonly #situations: Situation[] = []
  readonly #known = new Map<string, number>()

  constructor(program: PatternProgram, alphabet: Alphabet) {
    this.#program = program
    this.#alphabet = alphabet
    this.#situation(program.behinds.map((start) => [start]))
  }

  /** The situation after one more symbol. */
  step(from: number, symbol: number): number {
    const situation = this.#situations[from]
    if (situation === undefined) return from
    const known = situation.next[symbol]
    if (known !== undefined) return known
    const to = this.#situation(
      situation.waiting.map((waiting) =>
        waiting.flatMap((at) => {
          const instruction = this.#program.instructions[at]
          return instruction?.kind === 'read' && this.#alphabet.isIn(symbol, instruction.set)
            ? [instruction.next]
            : []
        }),
      ),
    )
    situation.next[symbol] = to
    return to
  }

  /** Whether the text so far ends with what is looked behind for. */
  endsWith(situation: number, index: number): boolean {
    return this.#situations[situation]?.found[index] === true
  }

  #situation(starts: readonly (readonly number[])[]): number {
    const found: boolean[] = []
    const waiting = starts.map((from) => {
      const entered = new Set<number>()
      let isFound = false
      const visit = (at: number): void => {
        const instruction = this.#program.instructions[at]
        if (instruction === undefined || entered.has(at)) return
        entered.add(at)
        if (instruction.kind === 'end') isFound = true
        else if (instruction.kind === 'fork') instruction.nexts.forEach(visit)
        // Things looked behind for inside another come before it, so theirs is known here.
        else if (instruction.kind === 'behind' && found[instruction.index] !== instruction.negate)
          visit(instruction.next)
      }
      from.forEach(visit)
      found.push(isFound)
      return [...entered]
        .filter((at) => this.#program.instructions[at]?.kind === 'read')
        .toSorted((a, b) => a - b)
    })
    const key = JSON.stringify([waiting, found])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    if (this.#situations.length >= MAX_SITUATIONS)
      throw new PatternLimitError('the pattern looks too far behind')
    const made = this.#situations.push({ waiting, found, next: [] }) - 1
    this.#known.set(key, made)
    return made
  }
}
