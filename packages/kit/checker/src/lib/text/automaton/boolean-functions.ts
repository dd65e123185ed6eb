import { PatternLimitError } from './pattern-limit-error.ts'

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
