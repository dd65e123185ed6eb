import { Alphabet, type CodePointSet, includes, MAX_CODE_POINT, ReadableCharacters } from './code-points.ts'
import { PatternAutomaton } from './pattern-automaton.ts'
import {
  type ParsedPattern,
  PatternLimitError,
  PatternProgram,
  type PatternReading,
} from './pattern-program.ts'

const MAX_STATES = 6_000
const MAX_EDGES = 200_000

/** An automaton to follow: to a match or, if it is negated, to none. */
interface Wanted {
  readonly component: TextComponent
  readonly isNegated: boolean
}

/**
 * All states of the texts that satisfy several patterns at once and use only characters of one set; state 0 is the start.
 * At most 6,000 states and 200,000 edges; beyond that, {@link PatternLimitError}.
 */
export class TextGraph {
  readonly alphabet: Alphabet
  readonly states: TextState[] = []
  readonly remaining: RemainingLengths
  /** The characters of each symbol that is used. */
  readonly characters: readonly ReadableCharacters[]
  readonly #allowed: readonly boolean[]

  constructor(wanted: readonly Wanted[], characters: CodePointSet) {
    const restricted = wanted.some(({ component }) => !component.readsAstral)
    this.alphabet = new Alphabet(
      [characters, ...wanted.flatMap(({ component }) => component.sets)],
      MAX_CODE_POINT,
    )
    this.#allowed = this.alphabet.symbols.map((set) => {
      const first = set[0]?.min ?? 0
      return includes(characters, first) && !(restricted && first > 0xff_ff)
    })
    this.#explore(wanted)
    this.remaining = new RemainingLengths(this.states)
    const used = new Set(this.states.flatMap(({ symbols }) => symbols))
    this.characters = this.alphabet.symbols.map(
      (set, symbol) => new ReadableCharacters(used.has(symbol) ? set : []),
    )
  }

  /** Whether a text is accepted, regardless of its length. */
  accepts(text: string): boolean {
    let state = this.states[0]
    for (const character of text) {
      if (state === undefined) return false
      const symbol = this.alphabet.symbolOf(character.codePointAt(0) ?? 0)
      const at = state.symbols.indexOf(symbol)
      state = at === -1 ? undefined : this.states[state.targets[at] ?? -1]
    }
    return state?.isAccepting === true
  }

  #explore(wanted: readonly Wanted[]): void {
    const symbols = this.alphabet.symbols.flatMap((set, symbol) =>
      this.#allowed[symbol] === true ? [{ symbol, first: set[0]?.min ?? 0 }] : [],
    )
    const steps = wanted.map(({ component }) => symbols.map(({ first }) => component.symbolsOf(first)))
    const known = new Map<string, number>()
    const pending: (readonly number[])[] = []
    const reach = (tuple: readonly number[]): number => {
      const key = tuple.join(',')
      const found = known.get(key)
      if (found !== undefined) return found
      if (pending.length >= MAX_STATES)
        throw new PatternLimitError('the patterns together need too many states')
      const made = pending.push(tuple) - 1
      known.set(key, made)
      return made
    }
    const begin = wanted.map(({ component }) => component.automaton.start)
    if (!isHopeless(wanted, begin)) reach(begin)
    let edges = 0
    for (let at = 0; at < pending.length; at += 1) {
      const tuple = pending[at] ?? []
      const state = {
        isAccepting: acceptsAll(wanted, tuple),
        symbols: [] as number[],
        targets: [] as number[],
      }
      symbols.forEach(({ symbol }, index) => {
        const next = tuple.map((from, part) => {
          const automaton = wanted[part]?.component.automaton
          return (steps[part]?.[index] ?? []).reduce((now, step) => automaton?.step(now, step) ?? now, from)
        })
        if (isHopeless(wanted, next)) return
        state.symbols.push(symbol)
        state.targets.push(reach(next))
        edges += 1
      })
      if (edges > MAX_EDGES) throw new PatternLimitError('the patterns together need too many steps')
      this.states.push(state)
    }
  }
}

const isHopeless = (wanted: readonly Wanted[], tuple: readonly number[]): boolean =>
  tuple.some(
    (state, part) =>
      state === (wanted[part]?.isNegated === true ? PatternAutomaton.FULL : PatternAutomaton.DEAD),
  )

const acceptsAll = (wanted: readonly Wanted[], tuple: readonly number[]): boolean =>
  wanted.every(
    ({ component, isNegated }, part) =>
      component.automaton.isAccepting(tuple[part] ?? PatternAutomaton.DEAD) !== isNegated,
  )

const MAX_WORK = 10_000_000
const MAX_WORDS = 16_000_000

/**
 * Finds the states from which a text can match after exactly n more characters. The sets for n = 0, 1, 2, … follow from one another, so
 * they repeat once a set comes back. The part before the repetition thus gives the set for any n.
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

  /** Whether a match is possible after `remaining` more characters; undefined if that is too expensive to compute. */
  canEnd(state: number, remaining: number): boolean | undefined {
    const layer = this.layer(remaining)
    return layer && has(layer, state)
  }

  /** The states from which a match is possible after `remaining` more characters, as a bit set for {@link has}. */
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

/** A state of an automaton and the ways on from it: `symbols[i]` leads to `targets[i]`. */
export interface TextState {
  readonly isAccepting: boolean
  readonly symbols: readonly number[]
  readonly targets: readonly number[]
}

const HIGH_SURROGATES = { min: 0xd8_00, max: 0xdb_ff }
const LOW_SURROGATES = { min: 0xdc_00, max: 0xdf_ff }

/** One pattern as an automaton over code points, whether it reads code points or UTF-16 code units itself. */
export class TextComponent {
  readonly automaton: PatternAutomaton
  /** Sets whose borders matter to this pattern. */
  readonly sets: readonly CodePointSet[]
  /** Whether characters beyond U+FFFF count as one step; false if the pattern distinguishes surrogates. */
  readonly readsAstral: boolean
  /** Whether the pattern reads code points; else it reads UTF-16 code units. */
  readonly isUnicode: boolean

  constructor(parsed: ParsedPattern, reading: PatternReading = {}) {
    this.automaton = new PatternAutomaton(
      new PatternProgram(parsed.alternatives, parsed.maximum, reading),
      parsed.maximum,
    )
    this.isUnicode = parsed.isUnicode
    const { symbols } = this.automaton.alphabet
    this.sets = parsed.isUnicode ? symbols : [...symbols, [{ min: 0x1_00_00, max: 0x10_ff_ff }]]
    this.readsAstral =
      parsed.isUnicode || (isUniform(symbols, HIGH_SURROGATES) && isUniform(symbols, LOW_SURROGATES))
  }

  /** The steps that a code point takes: one symbol, or two for a pair of code units. */
  symbolsOf(codePoint: number): readonly number[] {
    const { alphabet } = this.automaton
    if (this.isUnicode || codePoint <= 0xff_ff) return [alphabet.symbolOf(codePoint)]
    return [alphabet.symbolOf(HIGH_SURROGATES.min), alphabet.symbolOf(LOW_SURROGATES.min)]
  }
}

const isUniform = (symbols: readonly CodePointSet[], range: { min: number; max: number }): boolean =>
  symbols.some((set) => set.some(({ min, max }) => min <= range.min && range.max <= max))
