import type { CodePointSet } from './code-point-set.ts'
import { PatternAutomaton } from './pattern-automaton.ts'
import { PatternProgram, type PatternReading } from './pattern-program.ts'
import type { ParsedPattern } from './parse-pattern.ts'

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
