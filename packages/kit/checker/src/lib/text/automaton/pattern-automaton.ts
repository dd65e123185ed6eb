import { Alphabet } from './alphabet.ts'
import { ALWAYS, BooleanFunctions, NEVER, type BooleanFunction } from './boolean-functions.ts'
import { PatternLimitError } from './pattern-limit-error.ts'
import { PatternProgram } from './pattern-program.ts'
import { PrecedingText } from './preceding-text.ts'

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
