import {
  codePointLength,
  complexityOf,
  type Mood,
  type Numbers,
  type ReadableCharacters,
} from './automaton/code-points.ts'
import { has, type RemainingLengths, type TextGraph, type TextState } from './automaton/text-graph.ts'

const SPACE = 0x20
const NO_STATE: TextState = { isAccepting: false, symbols: [], targets: [] }

/** The texts of a graph whose length in code points is from `min` to `max`. */
export class TextLanguage {
  readonly min: number
  readonly max: number
  readonly #graph: TextGraph
  readonly #remaining: RemainingLengths
  readonly #characters: readonly ReadableCharacters[]

  constructor(graph: TextGraph, min: number, max: number) {
    this.min = min
    this.max = max
    this.#graph = graph
    this.#remaining = graph.remaining
    this.#characters = graph.characters
  }

  /**
   * The lengths that texts have, rising from `from`, at most `count` of them; undefined if the search for the first
   * one is too much work.
   */
  findLengths(count: number, from = this.min): readonly number[] | undefined {
    const lengths: number[] = []
    for (let length = Math.max(from, this.min); length <= this.max && lengths.length < count; length += 1) {
      const layer = this.#remaining.layer(length)
      if (layer === undefined) return lengths.length > 0 ? lengths : undefined
      if (has(layer, 0)) lengths.push(length)
      const { cycle } = this.#remaining
      const seenAll =
        cycle !== undefined && length >= Math.max(lengths.at(-1) ?? from, cycle.from) + cycle.period
      if (seenAll) break
    }
    return lengths
  }

  /** The greatest lengths that texts have, falling, at most `count` of them; none if they grow without limit. */
  findLastLengths(count: number): readonly number[] {
    const { max } = this
    if (max === Infinity && !this.#isFinite()) return []
    const { cycle } = this.#remaining
    const lengths: number[] = []
    for (
      let length = max === Infinity ? (cycle?.from ?? 0) : max;
      length >= this.min && lengths.length < count;
      length -= 1
    ) {
      const layer = this.#remaining.layer(length)
      if (layer === undefined) break
      if (has(layer, 0)) lengths.push(length)
    }
    return lengths
  }

  /** Whether there is just one text. */
  isSingle(): boolean {
    const [length, another] = this.findLengths(2) ?? []
    if (length === undefined || another !== undefined) return false
    let state = this.#graph.states[0] ?? NO_STATE
    for (let remaining = length - 1; remaining >= 0; remaining -= 1) {
      const layer = this.#remaining.layer(remaining)
      const ways = state.targets.flatMap((target, at) =>
        layer !== undefined && has(layer, target) ? [at] : [],
      )
      const [way = 0] = ways
      if (ways.length > 1 || this.#characters[state.symbols[way] ?? 0]?.size !== 1) return false
      state = this.#graph.states[state.targets[way] ?? 0] ?? NO_STATE
    }
    return true
  }

  /** Whether a text belongs to the language. */
  accepts(text: string): boolean {
    const length = codePointLength(text)
    return length >= this.min && length <= this.max && this.#graph.accepts(text)
  }

  /** The plainest text of a length that texts have. */
  simplest(length: number): string {
    return this.#walk(length, (state, layer) => {
      let best: number | undefined
      let target = 0
      state.symbols.forEach((symbol, at) => {
        const to = state.targets[at] ?? 0
        const simplest = this.#characters[symbol]?.simplest ?? 0
        if (!has(layer, to) || (best !== undefined && complexityOf(best) <= complexityOf(simplest))) return
        best = simplest
        target = to
      })
      return { character: best ?? 0, target }
    })
  }

  /** A text of a length that texts have. */
  sample(length: number, numbers: Numbers, mood: Mood): string {
    // Servers that count UTF-16 code units read such a text as longer; it stays within the limit for them too.
    let spare = Math.min(this.max - length, length)
    return this.#walk(length, (state, layer, at) => {
      const isEdge = at === 0 || at === length - 1
      const { symbol, target } = this.#choose(state, layer, numbers, isEdge ? 'plain' : mood)
      const characters = this.#characters[symbol]
      let character = characters?.pick(numbers, mood, spare > 0) ?? 0
      // Servers that trim would remove a space at either end.
      if (character === SPACE && isEdge) character = characters?.pick(numbers, 'plain', false) ?? character
      if (character > 0xff_ff) spare -= 1
      return { character, target }
    })
  }

  #choose(
    state: TextState,
    layer: Uint32Array,
    numbers: Numbers,
    mood: Mood,
  ): { readonly symbol: number; readonly target: number } {
    const { symbols, targets } = state
    const weigh = (at: number): number =>
      has(layer, targets[at] ?? 0) ? (this.#characters[symbols[at] ?? 0]?.weights[mood] ?? 0) : 0
    let total = 0
    for (let at = 0; at < symbols.length; at += 1) total += weigh(at)
    if (total === 0) {
      const possible = targets.flatMap((target, at) => (has(layer, target) ? [at] : []))
      const at = possible[possible.length === 1 ? 0 : numbers.nextInt(0, possible.length - 1)] ?? 0
      return { symbol: symbols[at] ?? 0, target: targets[at] ?? 0 }
    }
    let left = numbers.nextInt(0, total - 1)
    let at = 0
    for (; at < symbols.length; at += 1) {
      left -= weigh(at)
      if (left < 0) break
    }
    return { symbol: symbols[at] ?? 0, target: targets[at] ?? 0 }
  }

  #walk(
    length: number,
    next: (
      state: TextState,
      layer: Uint32Array,
      at: number,
    ) => { readonly character: number; readonly target: number },
  ): string {
    const characters: string[] = []
    let state = 0
    for (let remaining = length - 1; remaining >= 0; remaining -= 1) {
      const layer = this.#remaining.layer(remaining)
      if (layer === undefined) break
      const step = next(this.#graph.states[state] ?? NO_STATE, layer, length - 1 - remaining)
      characters.push(String.fromCodePoint(step.character))
      state = step.target
    }
    return characters.join('')
  }

  #isFinite(): boolean {
    const known = this.#remaining.layer(this.#graph.states.length + 1)
    const { cycle } = this.#remaining
    if (known === undefined || cycle === undefined) return false
    return !Array.from({ length: cycle.period }, (_, at) => cycle.from + at).some(
      (length) => this.#remaining.canEnd(0, length) === true,
    )
  }
}

const CHARACTERS = ['a', 'A', '0', '-', '_', 'x', '9', '!']

const edits: readonly ((
  characters: readonly string[],
  at: number,
  character: string,
) => readonly string[])[] = [
  (characters, _, character) => [...characters, character],
  (characters, _, character) => [character, ...characters],
  (characters, at) => characters.toSpliced(at, 1),
  (characters, at, character) => (characters.length === 0 ? [character] : characters.with(at, character)),
  (characters, at, character) => characters.toSpliced(at, 0, character),
  (characters, at) => characters.with(at, swapCase(characters[at] ?? '')),
]

const swapCase = (character: string): string => {
  const upper = character.toUpperCase()
  return upper === character ? character.toLowerCase() : upper
}

/** A text that differs from another in one character: one more, one less or another one. An empty text stays or grows. */
export const editText = (text: string, numbers: Numbers): string => {
  const characters = Array.from(text)
  const kind = numbers.nextInt(0, characters.length === 0 ? 1 : edits.length - 1)
  const at = numbers.nextInt(0, Math.max(0, characters.length - 1))
  const character = CHARACTERS[numbers.nextInt(0, CHARACTERS.length - 1)] ?? 'a'
  return (edits[kind]?.(characters, at, character) ?? characters).join('')
}
