import { BoundedCache } from '../base/bounded-cache.ts'
import { TextComponent } from './automaton/text-graph.ts'
import {
  type CharacterRun,
  findCharacterRun,
  type PatternPart,
  splitPattern,
  writeOutReferences,
} from './automaton/pattern-parts.ts'
import { type ParsedPattern, parsePattern, type PatternReading } from './automaton/pattern-program.ts'
import { readForeignPattern } from './expressions.ts'

/**
 * How closely a pattern is followed:
 *
 * - `exact`: exactly.
 * - `narrow`: leaves out texts that match in two ways, and most texts of a group that is referred to.
 * - `short`: also leaves out long repetitions, and matches that start late.
 * - `shortest`: leaves out even more of these.
 * - `wide`: includes texts that the pattern does not allow.
 */
export type Effort = 'exact' | 'narrow' | 'short' | 'shortest' | 'wide'

/** A pattern that must match, or must not, as an automaton and bounds of length. */
export interface WantedPattern {
  readonly component: TextComponent
  readonly isNegated: boolean
  readonly min: number
  readonly max: number
}

/** Gives a few texts that an expression matches. */
type TextsByPattern = (pattern: string) => readonly string[]

const SPREAD = 32
const LEAST_SPREAD = 6
/** The longest run of characters that is broken character by character. */
const LONG = 1_000
const wantedPatterns = new BoundedCache<readonly WantedPattern[]>(500)

/**
 * The parts of a pattern that a text must match; none for a pattern that restricts nothing. Throws `PatternLimitError` if the pattern
 * cannot be followed that closely.
 */
export const wantPattern = (
  pattern: string,
  isNegated: boolean,
  effort: Effort,
  textsByPattern: TextsByPattern,
): readonly WantedPattern[] =>
  wantedPatterns.get(JSON.stringify([pattern, isNegated, effort]), () => {
    const read = (isNegated ? undefined : readForeignPattern(pattern)) ?? pattern
    const parsed = parsePattern(read)
    if (parsed === undefined) return []
    if (isNegated) return [refusalOf(parsed, effort)]
    if (effort === 'wide') return [demandOf(parsed, effort)]
    const followed = effort === 'exact' ? parsed : withoutReferences(read, parsed, textsByPattern)
    return splitPattern(followed).map((part) =>
      part.isNegated ? refusalOf(part.parsed, effort) : demandOf(part.parsed, effort),
    )
  })

const demandOf = (parsed: ParsedPattern, effort: Effort): WantedPattern => {
  const run = findCharacterRun(parsed)
  if (run !== undefined)
    return { component: new TextComponent(run.ofAnyLength), isNegated: false, min: run.min, max: run.max }
  return { component: new TextComponent(parsed, readings[effort]), isNegated: false, min: 0, max: Infinity }
}

/** To break a pattern in parts, it is enough to break one of them. */
const refusalOf = (parsed: ParsedPattern, effort: Effort): WantedPattern => {
  if (effort === 'exact' || effort === 'wide') return partRefusalOf({ parsed, isNegated: false }, effort)
  const run = findCharacterRun(parsed)
  if (run !== undefined && lengthOf(run) > LONG) return runRefusalOf(run, effort)
  const parts = splitPattern(parsed)
  return partRefusalOf(parts.at(effort === 'narrow' ? -1 : 0) ?? { parsed, isNegated: false }, effort)
}

const partRefusalOf = (part: PatternPart, effort: Effort): WantedPattern => ({
  component: new TextComponent(part.parsed, refusalReadings[effort]),
  isNegated: !part.isNegated,
  min: 0,
  max: Infinity,
})

/** Breaks a run of characters of one class: by another character or, with less effort, by another length. */
const runRefusalOf = (run: CharacterRun, effort: Effort): WantedPattern => {
  const component = new TextComponent(run.ofAnyLength)
  if (effort === 'narrow') return { component, isNegated: true, min: 0, max: Infinity }
  const lengths = run.min > 0 ? { min: 0, max: run.min - 1 } : { min: run.max + 1, max: Infinity }
  return { component, isNegated: false, ...lengths }
}

const lengthOf = ({ min, max }: CharacterRun): number => (max === Infinity ? min : max)

const readings: Readonly<Record<Effort, PatternReading>> = {
  exact: {},
  narrow: { isUnambiguous: true },
  short: { isUnambiguous: true, spread: SPREAD, isAnchored: true },
  shortest: { isUnambiguous: true, spread: LEAST_SPREAD, isAnchored: true },
  wide: { ignoresReferences: true },
}

/** The reading of a negated pattern: the opposite direction, since the more texts it matches, the fewer remain. */
const refusalReadings: Readonly<Record<Effort, PatternReading>> = {
  exact: {},
  narrow: { ignoresReferences: true },
  short: { ignoresReferences: true },
  shortest: { ignoresReferences: true },
  wide: { spread: SPREAD },
}

const withoutReferences = (
  pattern: string,
  parsed: ParsedPattern,
  textsByPattern: TextsByPattern,
): ParsedPattern => {
  const written = writeOutReferences(pattern, parsed.isUnicode, textsByPattern)
  return (written === undefined ? undefined : parsePattern(written)) ?? parsed
}
