import { Alphabet } from './alphabet.ts'
import { includes, MAX_CODE_POINT, type CodePointSet } from './code-point-set.ts'
import { PatternAutomaton } from './pattern-automaton.ts'
import { PatternLimitError } from './pattern-limit-error.ts'
import { ReadableCharacters } from '../readable-characters.ts'
import { RemainingLengths } from './remaining-lengths.ts'
import type { TextComponent } from './text-component.ts'
import type { TextState } from './text-state.ts'

const MAX_STATES = 6_000
const MAX_EDGES = 200_000

/** An automaton to follow: to a match or, where it is negated, to none. */
interface Wanted {
  readonly component: TextComponent
  readonly isNegated: boolean
}

/**
 * All states of the texts that keep several patterns at once and use only characters of one set; state 0 is the start.
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

  /** Whether a text is accepted, whatever its length. */
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
        isAccepting: isAccepting(wanted, tuple),
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

const isAccepting = (wanted: readonly Wanted[], tuple: readonly number[]): boolean =>
  wanted.every(
    ({ component, isNegated }, part) =>
      component.automaton.isAccepting(tuple[part] ?? PatternAutomaton.DEAD) !== isNegated,
  )
