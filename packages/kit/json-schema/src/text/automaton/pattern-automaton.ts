import { Alphabet } from './code-points.ts'
import { PatternLimitError, type PatternProgram } from './pattern-program.ts'

/** A boolean function, represented by a number. Equal functions have equal numbers. */
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
  readonly #chosen = new Map<BooleanFunction, Map<number, BooleanFunction>>()
  #work = 0

  /** The function that holds where the variable does. */
  variable(number: number): BooleanFunction {
    return this.#make(number, NEVER, ALWAYS)
  }

  /** The function that holds where the other does not. */
  not(f: BooleanFunction): BooleanFunction {
    return this.#choose(f, NEVER, ALWAYS)
  }

  /** The function that holds where both do. */
  and(f: BooleanFunction, g: BooleanFunction): BooleanFunction {
    return f > g ? this.#choose(f, g, NEVER) : this.#choose(g, f, NEVER)
  }

  /** The function that holds where either does. */
  or(f: BooleanFunction, g: BooleanFunction): BooleanFunction {
    return f > g ? this.#choose(f, ALWAYS, g) : this.#choose(g, ALWAYS, f)
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

  /** Whether the function holds if no variable does. */
  holdsWithoutVariables(f: BooleanFunction): boolean {
    let at = f
    while (at > ALWAYS) at = this.#whenFalse[at] ?? 0
    return at === ALWAYS
  }

  /** The function that is `whenTrue` where the condition holds, and `whenFalse` elsewhere. */
  #choose(
    condition: BooleanFunction,
    whenTrue: BooleanFunction,
    whenFalse: BooleanFunction,
  ): BooleanFunction {
    if (condition === ALWAYS || whenTrue === whenFalse) return whenTrue
    if (condition === NEVER) return whenFalse
    if (whenTrue === ALWAYS && whenFalse === NEVER) return condition
    const known = this.#chosen.get(condition) ?? new Map<number, BooleanFunction>()
    this.#chosen.set(condition, known)
    const key = whenTrue * MAX_FUNCTIONS + whenFalse
    const done = known.get(key)
    if (done !== undefined) return done
    this.#count()
    const variables = this.#variable
    const top = Math.max(variables[condition] ?? 0, variables[whenTrue] ?? 0, variables[whenFalse] ?? 0)
    const decide = (f: BooleanFunction, branch: readonly BooleanFunction[]): BooleanFunction =>
      variables[f] === top ? (branch[f] ?? NEVER) : f
    const within = (branch: readonly BooleanFunction[]): BooleanFunction =>
      this.#choose(decide(condition, branch), decide(whenTrue, branch), decide(whenFalse, branch))
    const result = this.#make(top, within(this.#whenFalse), within(this.#whenTrue))
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
 * A deterministic automaton for the texts in which a program finds a match. Its states are created during the walk. A state is a boolean
 * function over the instructions that still wait for a character (an alternating automaton). It also holds the known facts about the text
 * so far. A lookahead is an "and", and its negation a "not".
 */
export class PatternAutomaton {
  /** State 0: no text with this prefix matches. */
  static readonly DEAD = 0
  /** State 1: every text with this prefix matches. */
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

  /** The characters that an instruction waits for. An instruction that reaches itself without reading adds nothing. */
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
  /** For each lookbehind, the instructions that wait for a character. */
  readonly waiting: readonly (readonly number[])[]
  /** For each lookbehind, whether the text so far ends with a match. */
  readonly found: readonly boolean[]
  readonly next: number[]
}

/** The facts about the text so far that a pattern with lookbehind (`^`, `\b` and `(?<=…)`) depends on. Situation 0: no text yet. */
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

  /** Whether the text so far ends with a match of the lookbehind. */
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
        // Nested lookbehinds come first, so their results are known here.
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
