import type { CodePointRange, CodePointSet } from './code-points.ts'
import {
  type ParsedPattern,
  PatternLimitError,
  PatternProgram,
  type PatternReading,
} from './pattern-program.ts'

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

/** A boolean function: a number by which its owner knows it. Equal functions have equal numbers. */
export type BooleanFunction = number

/** The function that never holds. */
export const NEVER: BooleanFunction = 0
/** The function that always holds. */
export const ALWAYS: BooleanFunction = 1

const MAX_FUNCTIONS = 1 << 16
const MAX_WORK = 60_000
/** The place of the constants in the order: below all variables. */
const NO_VARIABLE = -1

/**
 * Boolean functions of numbered variables, higher ones decided first, as reduced ordered decision diagrams (Bryant 1986), so that equality is
 * identity. At most 65,536 functions and 60,000 steps; beyond that, {@link PatternLimitError}.
 */
export class BooleanFunctions {
  readonly #variable: number[] = [NO_VARIABLE, NO_VARIABLE]
  readonly #whenFalse: BooleanFunction[] = [NEVER, ALWAYS]
  readonly #whenTrue: BooleanFunction[] = [NEVER, ALWAYS]
  readonly #known = new Map<string, BooleanFunction>()
  readonly #conjunctions = new Map<number, BooleanFunction>()
  readonly #disjunctions = new Map<number, BooleanFunction>()
  readonly #negations = new Map<BooleanFunction, BooleanFunction>()
  #work = 0

  /** The function that holds where the variable does. */
  variable(number: number): BooleanFunction {
    return this.#make(number, NEVER, ALWAYS)
  }

  /** The function that holds where the other does not. */
  not(f: BooleanFunction): BooleanFunction {
    if (f <= ALWAYS) return 1 - f
    const known = this.#negations.get(f)
    if (known !== undefined) return known
    const result = this.#make(
      this.#variable[f] ?? 0,
      this.not(this.#whenFalse[f] ?? 0),
      this.not(this.#whenTrue[f] ?? 0),
    )
    this.#negations.set(f, result)
    return result
  }

  /** The function that holds where both do. */
  and(f: BooleanFunction, g: BooleanFunction): BooleanFunction {
    if (f === NEVER || g === NEVER) return NEVER
    if (f === ALWAYS || f === g) return g
    if (g === ALWAYS) return f
    return this.#combine(f, g, this.#conjunctions, (a, b) => this.and(a, b))
  }

  /** The function that holds where either does. */
  or(f: BooleanFunction, g: BooleanFunction): BooleanFunction {
    if (f === ALWAYS || g === ALWAYS) return ALWAYS
    if (f === NEVER || f === g) return g
    if (g === NEVER) return f
    return this.#combine(f, g, this.#disjunctions, (a, b) => this.or(a, b))
  }

  /** The function with every variable replaced; `known` holds what one replacement has already worked out. */
  substitute(
    f: BooleanFunction,
    replacement: (variable: number) => BooleanFunction,
    known: Map<BooleanFunction, BooleanFunction>,
  ): BooleanFunction {
    if (f <= ALWAYS) return f
    const done = known.get(f)
    if (done !== undefined) return done
    this.#count()
    const condition = replacement(this.#variable[f] ?? 0)
    const whenTrue = this.substitute(this.#whenTrue[f] ?? 0, replacement, known)
    const whenFalse = this.substitute(this.#whenFalse[f] ?? 0, replacement, known)
    const result = this.#choose(condition, whenTrue, whenFalse)
    known.set(f, result)
    return result
  }

  /** Whether the function holds where no variable does. */
  holdsWithoutVariables(f: BooleanFunction): boolean {
    let at = f
    while (at > ALWAYS) at = this.#whenFalse[at] ?? 0
    return at === ALWAYS
  }

  #choose(
    condition: BooleanFunction,
    whenTrue: BooleanFunction,
    whenFalse: BooleanFunction,
  ): BooleanFunction {
    if (whenTrue === whenFalse) return whenTrue
    if (whenTrue === ALWAYS) return this.or(condition, whenFalse)
    if (whenFalse === NEVER) return this.and(condition, whenTrue)
    if (whenTrue === NEVER) return this.and(this.not(condition), whenFalse)
    if (whenFalse === ALWAYS) return this.or(this.not(condition), whenTrue)
    return this.or(this.and(condition, whenTrue), this.and(this.not(condition), whenFalse))
  }

  #combine(
    left: BooleanFunction,
    right: BooleanFunction,
    known: Map<number, BooleanFunction>,
    recur: (f: BooleanFunction, g: BooleanFunction) => BooleanFunction,
  ): BooleanFunction {
    const [f, g] = left < right ? [left, right] : [right, left]
    const key = f * MAX_FUNCTIONS + g
    const done = known.get(key)
    if (done !== undefined) return done
    this.#count()
    const ofF = this.#variable[f] ?? 0
    const ofG = this.#variable[g] ?? 0
    const top = Math.max(ofF, ofG)
    const whenFalse = recur(
      ofF === top ? (this.#whenFalse[f] ?? 0) : f,
      ofG === top ? (this.#whenFalse[g] ?? 0) : g,
    )
    const whenTrue = recur(
      ofF === top ? (this.#whenTrue[f] ?? 0) : f,
      ofG === top ? (this.#whenTrue[g] ?? 0) : g,
    )
    const result = this.#make(top, whenFalse, whenTrue)
    known.set(key, result)
    return result
  }

  #count(): void {
    this.#work += 1
    if (this.#work > MAX_WORK) throw new PatternLimitError('the pattern needs too many states')
  }

  #make(variable: number, whenFalse: BooleanFunction, whenTrue: BooleanFunction): BooleanFunction {
    if (whenFalse === whenTrue) return whenFalse
    const key = `${variable},${whenFalse},${whenTrue}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const made = this.#variable.length
    if (made >= MAX_FUNCTIONS) throw new PatternLimitError('the pattern needs too many states')
    this.#variable.push(variable)
    this.#whenFalse.push(whenFalse)
    this.#whenTrue.push(whenTrue)
    this.#known.set(key, made)
    return made
  }
}

const MAX_STATES = 6_000

/**
 * A deterministic automaton for the texts that a program finds a match in, made while it is walked. A state is a boolean
 * function over the instructions that still wait for a character (an alternating automaton: looking ahead is "and",
 * not finding is "not"), together with what is known of the text so far.
 */
export class PatternAutomaton {
  /** State 0: no text that begins so matches. */
  static readonly DEAD = 0
  /** State 1: every text that begins so matches. */
  static readonly FULL = 1

  readonly alphabet: Alphabet
  readonly start: number
  readonly #program: PatternProgram
  readonly #preceding: PrecedingText
  readonly #functions = new BooleanFunctions()
  readonly #states: {
    readonly waiting: BooleanFunction
    readonly before: number
    readonly next: number[]
  }[] = [
    { waiting: NEVER, before: 0, next: [] },
    { waiting: ALWAYS, before: 0, next: [] },
  ]
  readonly #known = new Map<string, number>()
  readonly #waiting: Map<number, BooleanFunction>[] = []

  constructor(program: PatternProgram, maximum: number) {
    this.#program = program
    this.alphabet = new Alphabet(program.sets, maximum)
    this.#preceding = new PrecedingText(program, this.alphabet)
    this.start = this.#state(this.#waitingAt(program.start, 0), 0)
  }

  /** The state after one more symbol. */
  step(state: number, symbol: number): number {
    const from = this.#states[state]
    if (from === undefined || from.waiting <= ALWAYS) return state
    const known = from.next[symbol]
    if (known !== undefined) return known
    const before = this.#preceding.step(from.before, symbol)
    const waiting = this.#functions.substitute(
      from.waiting,
      (read) => this.#afterReading(read, symbol, before),
      new Map(),
    )
    const to = this.#state(waiting, before)
    from.next[symbol] = to
    return to
  }

  /** Whether a text that ends in this state has a match. */
  isAccepting(state: number): boolean {
    return this.#functions.holdsWithoutVariables(this.#states[state]?.waiting ?? NEVER)
  }

  #state(waiting: BooleanFunction, before: number): number {
    if (waiting === NEVER) return PatternAutomaton.DEAD
    if (waiting === ALWAYS) return PatternAutomaton.FULL
    const key = `${waiting},${before}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    if (this.#states.length >= MAX_STATES) throw new PatternLimitError('the pattern needs too many states')
    const state = this.#states.push({ waiting, before, next: [] }) - 1
    this.#known.set(key, state)
    return state
  }

  #afterReading(read: number, symbol: number, before: number): BooleanFunction {
    const instruction = this.#program.instructions[read]
    if (instruction?.kind !== 'read' || !this.alphabet.isIn(symbol, instruction.set)) return NEVER
    return this.#waitingAt(instruction.next, before)
  }

  /** What is waited for at an instruction. An instruction reached from itself without reading adds nothing. */
  #waitingAt(start: number, before: number): BooleanFunction {
    const known = (this.#waiting[before] ??= new Map())
    const done = known.get(start)
    if (done !== undefined) return done
    const entered = new Set<number>()
    let wasCut = false
    const visit = (at: number): BooleanFunction => {
      const instruction = this.#program.instructions[at]
      if (instruction === undefined || instruction.kind === 'end') return ALWAYS
      if (instruction.kind === 'read') return this.#functions.variable(at)
      const visited = known.get(at)
      if (visited !== undefined) return visited
      if (entered.has(at)) {
        wasCut = true
        return NEVER
      }
      entered.add(at)
      let result: BooleanFunction = NEVER
      if (instruction.kind === 'fork') {
        for (const next of instruction.nexts) result = this.#functions.or(result, visit(next))
      } else if (instruction.kind === 'behind') {
        result =
          this.#preceding.endsWith(before, instruction.index) === instruction.negate
            ? NEVER
            : visit(instruction.next)
      } else {
        const ahead = visit(instruction.start)
        result = this.#functions.and(
          instruction.negate ? this.#functions.not(ahead) : ahead,
          visit(instruction.next),
        )
      }
      entered.delete(at)
      if (!wasCut) known.set(at, result)
      return result
    }
    const result = visit(start)
    known.set(start, result)
    return result
  }
}

const MAX_SITUATIONS = 2_000

interface Situation {
  /** For each thing looked behind for, the instructions that wait for a character. */
  readonly waiting: readonly (readonly number[])[]
  /** For each thing looked behind for, whether the text so far ends with it. */
  readonly found: readonly boolean[]
  readonly next: number[]
}

/** What a pattern that looks behind (`^`, `\b` and `(?<=…)` do) has to know of the text so far. Situation 0: no text yet. */
class PrecedingText {
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

const HIGH_SURROGATES = { min: 0xd8_00, max: 0xdb_ff }
const LOW_SURROGATES = { min: 0xdc_00, max: 0xdf_ff }

/** One pattern as an automaton over code points, whether it reads code points or UTF-16 code units itself. */
export class TextComponent {
  readonly automaton: PatternAutomaton
  /** Sets whose borders matter to this pattern. */
  readonly sets: readonly CodePointSet[]
  /** Whether characters beyond U+FFFF can be stepped over as one; not where the pattern tells surrogates apart. */
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
