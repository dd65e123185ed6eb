import { type Concatenation, type Element, JS } from 'refa'
import { findExpression } from '../expressions.ts'
import { type CodePointSet, MAX_CODE_POINT, sizeOf, without } from './code-points.ts'

/** One instruction; `next` and `start` are indexes of instructions. */
type Instruction =
  | { readonly kind: 'read'; readonly set: number; readonly next: number }
  | { readonly kind: 'fork'; readonly nexts: readonly number[] }
  | { readonly kind: 'ahead'; readonly negate: boolean; readonly start: number; readonly next: number }
  | { readonly kind: 'behind'; readonly negate: boolean; readonly index: number; readonly next: number }
  | { readonly kind: 'end' }

const MAX_INSTRUCTIONS = 8_000

/** The way to read a pattern whose exact automaton would be too large. Each reading matches fewer or more texts. */
export interface PatternReading {
  /** Fewer texts: a match starts where the text does. */
  readonly isAnchored?: boolean
  /** Fewer texts: a large class, such as that of `.`, omits the characters that the pattern names elsewhere. */
  readonly isUnambiguous?: boolean
  /** Fewer texts: a repetition ends so many times after its least count. */
  readonly spread?: number
  /** More texts: a reference to a group matches any text, so it rejects none. */
  readonly ignoresReferences?: boolean
}
/** Classes with more characters are large, those with up to as many as SMALL name them. */
const LARGE = 16
const SMALL = 4

/** The index of the instruction that ends a match. */
const END = 0

/**
 * A pattern as instructions that read one character, fork, look ahead, look behind or end; the search from any position
 * is part of it. At most 8,000 instructions; beyond that, {@link PatternLimitError}.
 */
export class PatternProgram {
  readonly instructions: Instruction[] = [{ kind: 'end' }]
  /** The sets that `read` refers to. */
  readonly sets: CodePointSet[] = []
  /** The places where the text before the position must match to the end, for each lookbehind; inner ones first. */
  readonly behinds: number[] = []
  readonly start: number
  readonly #setIndexes = new Map<string, number>()
  readonly #behindIndexes = new Map<string, number>()
  readonly #all: CodePointSet
  readonly #reading: PatternReading
  readonly #named: CodePointSet
  #insideBehind = false
  #insideNegation = false

  constructor(alternatives: readonly Concatenation[], maximum: number, reading: PatternReading = {}) {
    this.#all = [{ min: 0, max: maximum }]
    this.#reading = reading
    this.#named = reading.isUnambiguous === true ? findNamed(alternatives) : []
    const match = this.#anyOf(alternatives, END)
    this.start = reading.isAnchored === true ? match : this.#anything(match)
  }

  #add(instruction: Instruction): number {
    if (this.instructions.length >= MAX_INSTRUCTIONS)
      throw new PatternLimitError('the pattern is too long when its repetitions are written out')
    return this.instructions.push(instruction) - 1
  }

  #anyOf(alternatives: readonly Concatenation[], next: number): number {
    const starts = alternatives.map(({ elements }) =>
      elements.reduceRight((after, element) => this.#element(element, after), next),
    )
    const [only] = starts
    return starts.length === 1 && only !== undefined ? only : this.#add({ kind: 'fork', nexts: starts })
  }

  #element(element: Element, next: number): number {
    if (element.type === 'CharacterClass')
      return this.#add({ kind: 'read', set: this.#set(element.characters.ranges), next })
    if (element.type === 'Alternation') return this.#anyOf(element.alternatives, next)
    if (element.type === 'Quantifier')
      return this.#repeat(element.alternatives, element.min, element.max, next)
    if (element.type === 'Unknown') return this.#reference(element.id, next)
    const { kind, negate, alternatives } = element
    if (negate && this.#reading.ignoresReferences === true && holdsReference(alternatives)) return next
    const outer = this.#insideNegation
    // A reading with fewer texts would have more of them below a negation.
    this.#insideNegation ||= negate
    const instruction: Instruction =
      kind === 'behind'
        ? { kind, negate, index: this.#behind(alternatives), next }
        : { kind, negate, start: this.#ahead(alternatives), next }
    this.#insideNegation = outer
    return this.#add(instruction)
  }

  #reference(id: string, next: number): number {
    if (this.#reading.ignoresReferences !== true)
      throw new PatternLimitError(`the reference ${id} cannot be resolved`)
    return this.#anything(next)
  }

  #repeat(alternatives: readonly Concatenation[], min: number, greatest: number, next: number): number {
    const { spread = Infinity } = this.#reading
    const max = greatest === Infinity || this.#insideNegation ? greatest : Math.min(greatest, min + spread)
    let start = next
    if (max === Infinity) {
      const nexts: number[] = []
      start = this.#add({ kind: 'fork', nexts })
      nexts.push(this.#anyOf(alternatives, start), next)
    } else {
      for (let count = min; count < max; count += 1)
        start = this.#add({ kind: 'fork', nexts: [this.#anyOf(alternatives, start), next] })
    }
    for (let count = 0; count < min; count += 1) start = this.#anyOf(alternatives, start)
    return start
  }

  #ahead(alternatives: readonly Concatenation[]): number {
    if (this.#insideBehind) throw new PatternLimitError('it looks ahead while it looks behind')
    return this.#anyOf(alternatives, END)
  }

  #behind(alternatives: readonly Concatenation[]): number {
    const key = `${this.#insideNegation} ${describe(alternatives)}`
    const known = this.#behindIndexes.get(key)
    if (known !== undefined) return known
    const outer = this.#insideBehind
    this.#insideBehind = true
    const start = this.#anything(this.#anyOf(alternatives, END))
    this.#insideBehind = outer
    const index = this.behinds.push(start) - 1
    this.#behindIndexes.set(key, index)
    return index
  }

  #anything(next: number): number {
    const nexts = [next]
    const start = this.#add({ kind: 'fork', nexts })
    nexts.push(this.#add({ kind: 'read', set: this.#set(this.#all), next: start }))
    return start
  }

  #set(characters: CodePointSet): number {
    const isNarrowed = this.#named.length > 0 && !this.#insideNegation && sizeOf(characters) > LARGE
    const ranges = isNarrowed ? without(characters, this.#named) : characters
    const key = JSON.stringify(ranges)
    const known = this.#setIndexes.get(key)
    if (known !== undefined) return known
    const index = this.sets.push(ranges) - 1
    this.#setIndexes.set(key, index)
    return index
  }
}

const describe = (alternatives: readonly Concatenation[]): string =>
  JSON.stringify(alternatives, (key, value: unknown) => (key === 'parent' ? undefined : value))

const holdsReference = (alternatives: readonly Concatenation[]): boolean =>
  alternatives.some(({ elements }) =>
    elements.some(
      (element) =>
        element.type === 'Unknown' ||
        (element.type !== 'CharacterClass' && holdsReference(element.alternatives)),
    ),
  )

/** The characters of all small classes, sorted. */
const findNamed = (alternatives: readonly Concatenation[]): CodePointSet => {
  const named = new Set<number>()
  const visit = (concatenations: readonly Concatenation[]): void => {
    for (const element of concatenations.flatMap(({ elements }) => elements)) {
      if (element.type === 'CharacterClass') {
        if (element.characters.size <= SMALL)
          for (const character of element.characters.characters()) named.add(character)
      } else if (element.type !== 'Unknown') visit(element.alternatives)
    }
  }
  visit(alternatives)
  return [...named].toSorted((a, b) => a - b).map((character) => ({ min: character, max: character }))
}

/** A pattern that no automaton can represent, or only one that is too large; the message says why. */
export class PatternLimitError extends Error {
  override readonly name = 'PatternLimitError'
}

/** The syntax tree of a pattern. */
export interface ParsedPattern {
  readonly alternatives: readonly Concatenation[]
  /** Whether characters are code points; else they are UTF-16 code units. */
  readonly isUnicode: boolean
  /** The greatest character. */
  readonly maximum: number
}

const MAX_NODES = 20_000

/**
 * The syntax tree of a pattern, read as `matchesPattern` reads it; undefined for text that is no ECMA-262 expression. References to groups
 * with few texts are written out. Throws {@link PatternLimitError} for syntax that the parser does not support.
 */
export const parsePattern = (pattern: string): ParsedPattern | undefined => {
  const expression = findExpression(pattern)
  if (expression === undefined) return undefined
  try {
    const parser = JS.Parser.fromLiteral({ source: pattern, flags: expression.flags })
    const { expression: tree } = parser.parse({ backreferences: 'unknown', maxNodes: MAX_NODES })
    return {
      alternatives: tree.alternatives,
      isUnicode: expression.unicode,
      maximum: expression.unicode ? MAX_CODE_POINT : 0xff_ff,
    }
  } catch (error) {
    throw new PatternLimitError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** Whether an element is `^` (`behind`) or `$` (`ahead`). */
export const isEdge = (element: Element | undefined, kind: 'ahead' | 'behind'): boolean => {
  if (element?.type !== 'Assertion' || element.kind !== kind || !element.negate) return false
  const [only, ...others] = element.alternatives
  const [character, ...more] = only?.elements ?? []
  return (
    others.length === 0 &&
    more.length === 0 &&
    character?.type === 'CharacterClass' &&
    character.characters.isAll
  )
}
