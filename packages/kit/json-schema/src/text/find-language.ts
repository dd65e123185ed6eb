import { BoundedCache } from '../base/bounded-cache.ts'
import {
  codePointLength,
  type CodePointSet,
  createSteadyNumbers,
  EVERY_CHARACTER,
  READABLE,
  READABLE_BASIC,
} from './automaton/code-points.ts'
import { lengthBounds, type LengthBounds } from './automaton/pattern-parts.ts'
import { parsePattern, PatternLimitError } from './automaton/pattern-program.ts'
import { TextGraph } from './automaton/text-graph.ts'
import { findExpression } from './expressions.ts'
import { findFormatLanguage } from './format-languages.ts'
import { isFormat } from './formats.ts'
import { matchInTime, unlessTooLarge } from './linear-matching.ts'
import { TextLanguage } from './text-language.ts'
import { type Effort, type WantedPattern, wantPattern } from './wanted-pattern.ts'

const PROBES = 8
/** The longest probed text. An expression may take exponential time. */
const MAX_PROBED = 64
const supplies = new BoundedCache<LanguageSupply>(1_000)

/** A language whose texts satisfy all constraints, including formats. With formats, it has only some of these texts. */
export const findTextLanguage = (constraints: TextConstraints): LanguageSupply => {
  return supplies.get(keyOfConstraints(constraints), () => search(constraints))
}

const search = (constraints: TextConstraints): LanguageSupply => {
  const unrefusable = constraints.notFormats?.find(
    (format) => findFormatLanguage(format) === undefined || constraints.formats?.includes(format),
  )
  if (unrefusable !== undefined)
    return { kind: 'none', reason: `every text matches the format ${unrefusable}` }
  let reason = 'its format conflicts with its other constraints'
  for (const attempt of formatsAsPatterns(constraints)) {
    const supply = findLanguage(attempt)
    if (supply.kind === 'some' && isProbed(supply.language, constraints)) return supply
    if (supply.kind === 'unknown') reason = supply.reason
    const saysAll = (constraints.formats ?? []).length + (constraints.notFormats ?? []).length === 0
    if (saysAll && supply.kind !== 'some') return supply
  }
  const envelope = findLanguage(formatsAsEnvelopes(constraints))
  return envelope.kind === 'none' ? envelope : { kind: 'unknown', reason }
}

/** Whether the validators accept some sample texts: a pattern that generator and validator read differently is not used. */
const isProbed = (language: TextLanguage, constraints: TextConstraints): boolean => {
  const numbers = createSteadyNumbers(7)
  const lengths = (language.findLengths(PROBES) ?? []).filter((length) => length <= MAX_PROBED)
  return lengths.every(
    (length) =>
      keepsConstraints(constraints, language.simplest(length), true) &&
      keepsConstraints(constraints, language.sample(length, numbers, 'any'), true),
  )
}

/** A language with at least one text, and whether it is complete; or the reason why there is none. */
type LanguageSupply =
  | { readonly kind: 'some'; readonly language: TextLanguage; readonly isWhole: boolean }
  | { readonly kind: 'none' | 'unknown'; readonly reason: string }

/** Lengths and patterns; formats are not looked at. */
type PatternConstraints = Pick<TextConstraints, 'minLength' | 'maxLength' | 'patterns' | 'notPatterns'>

/** Lengths of the texts that a referenced group may match. */
const GROUP_LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 24, 32, 48]
const graphs = new BoundedCache<TextGraph | PatternLimitError>(300)

/** Texts that satisfy all constraints of length and pattern: all of them or, if that takes too many states, some. */
export const findLanguage = (constraints: PatternConstraints): LanguageSupply => {
  const everywhere = constraints.notPatterns?.find((pattern) => findExpression(pattern) === undefined)
  if (everywhere !== undefined)
    return {
      kind: 'none',
      reason: 'a pattern that must not match is not an expression, so it matches everything',
    }
  let reason = ''
  for (const effort of ['exact', 'narrow', 'short', 'shortest'] as const) {
    const supply = attempt(constraints, effort)
    if (supply.kind === 'some' || (supply.kind === 'none' && effort === 'exact')) return supply
    reason ||= supply.reason
  }
  const bounds = boundsOf(constraints)
  return bounds.min > bounds.max
    ? { kind: 'none', reason: explainNone(bounds.min, bounds.max) }
    : { kind: 'unknown', reason }
}

/** The lengths that the patterns allow, each by itself. */
const boundsOf = ({
  minLength = 0,
  maxLength = Infinity,
  patterns = [],
}: PatternConstraints): LengthBounds => {
  const all = patterns.flatMap((pattern) => {
    const parsed = unlessTooLarge(() => parsePattern(pattern))
    return parsed === undefined ? [] : [lengthBounds(parsed)]
  })
  return {
    min: Math.max(minLength, ...all.map(({ min }) => min)),
    max: Math.min(maxLength, ...all.map(({ max }) => max)),
  }
}

/** Texts that satisfy the supported constraints; they may break others. */
export const findWideLanguage = (constraints: PatternConstraints): LanguageSupply => {
  const canFollow = (part: PatternConstraints): boolean => attempt(part, 'wide').kind === 'some'
  const patterns = constraints.patterns?.filter((pattern) => canFollow({ patterns: [pattern] })) ?? []
  const notPatterns =
    constraints.notPatterns?.filter((pattern) => canFollow({ notPatterns: [pattern] })) ?? []
  const supply = attempt({ ...constraints, patterns, notPatterns }, 'wide')
  return supply.kind === 'unknown'
    ? attempt({ ...constraints, patterns: [], notPatterns: [] }, 'wide')
    : supply
}

const attempt = (
  { minLength = 0, maxLength = Infinity, patterns = [], notPatterns = [] }: PatternConstraints,
  effort: Effort,
): LanguageSupply => {
  try {
    const wanted = [
      ...unique(patterns).flatMap((pattern) => wantPattern(pattern, false, effort, someTexts)),
      ...unique(notPatterns).flatMap((pattern) => wantPattern(pattern, true, effort, someTexts)),
    ]
    const min = Math.max(minLength, ...wanted.map((pattern) => pattern.min))
    const max = Math.min(maxLength, ...wanted.map((pattern) => pattern.max))
    const key = JSON.stringify([effort, unique(patterns), unique(notPatterns)])
    // A pattern reads UTF-16 code units if it is no expression with the flag u. Validators do not agree on the other characters.
    const readable = wanted.every(({ component }) => component.isUnicode) ? READABLE : READABLE_BASIC
    for (const [index, characters] of [readable, EVERY_CHARACTER].entries()) {
      const language = new TextLanguage(graphOf(`${index}${key}`, wanted, characters), min, max)
      const lengths = language.findLengths(1)
      if (lengths === undefined)
        return { kind: 'unknown', reason: 'finding out how long its texts are is too much work' }
      if (lengths.length > 0) return { kind: 'some', language, isWhole: effort === 'exact' }
    }
    const isProved = wanted.every(({ component }) => component.readsAstral)
    return isProved
      ? { kind: 'none', reason: explainNone(min, max) }
      : { kind: 'unknown', reason: 'a pattern distinguishes surrogates' }
  } catch (error) {
    if (!(error instanceof PatternLimitError)) throw error
    return { kind: 'unknown', reason: error.message }
  }
}

/** Caches graphs and failures, since both are slow. */
const graphOf = (key: string, wanted: readonly WantedPattern[], characters: CodePointSet): TextGraph => {
  const made = graphs.get(key, () => {
    try {
      return new TextGraph(wanted, characters)
    } catch (error) {
      if (error instanceof PatternLimitError) return error
      throw error
    }
  })
  if (made instanceof PatternLimitError) throw made
  return made
}

const someTexts = (pattern: string): readonly string[] => {
  const supply = findLanguage({ patterns: [pattern] })
  if (supply.kind !== 'some') return []
  const numbers = createSteadyNumbers(1)
  const lengths = GROUP_LENGTHS.flatMap((length) => supply.language.findLengths(1, length) ?? [])
  return unique(lengths.map((length) => supply.language.sample(length, numbers, 'plain')))
}

const explainNone = (min: number, max: number): string => {
  if (min > max) return `its length cannot be at least ${min} and at most ${max}`
  const lengths =
    max === Infinity
      ? min === 0
        ? ''
        : ` with a length of at least ${min}`
      : ` with a length from ${min} to ${max}`
  return `no text${lengths} satisfies the constraints on its characters`
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)].toSorted()

/** The constraints on a text. Lengths count Unicode code points (JSON Schema 2020-12, Validation, 6.3). */
export interface TextConstraints {
  readonly minLength?: number
  /** Infinity or undefined: no limit. */
  readonly maxLength?: number
  /** ECMA-262 patterns, unanchored, that all must match. */
  readonly patterns?: readonly string[]
  /** Patterns that must not match. */
  readonly notPatterns?: readonly string[]
  /** Formats that the text must match in the strict reading that every validator accepts. Unknown formats are ignored. */
  readonly formats?: readonly string[]
  /** Formats that must reject the text, even in the lenient reading of `isFormat`. */
  readonly notFormats?: readonly string[]
}

/** The constraints with their defaults. */
export const completed = ({
  minLength = 0,
  maxLength = Infinity,
  patterns = [],
  notPatterns = [],
  formats = [],
  notFormats = [],
}: TextConstraints): Required<TextConstraints> => ({
  minLength,
  maxLength,
  patterns,
  notPatterns,
  formats,
  notFormats,
})

/** Equal constraints have equal keys. */
export const keyOfConstraints = (constraints: TextConstraints): string =>
  JSON.stringify(Object.values(completed(constraints)))

/**
 * Whether a text satisfies all constraints, by the validators of patterns and formats. Returns `undecided` if a pattern cannot be judged in
 * time and all else is satisfied.
 */
export const keepsConstraints = (constraints: TextConstraints, text: string, undecided = false): boolean => {
  const { minLength, maxLength, patterns, notPatterns, formats, notFormats } = completed(constraints)
  const length = codePointLength(text)
  return (
    length >= minLength &&
    length <= maxLength &&
    patterns.every((pattern) => matchInTime(pattern, text) ?? undecided) &&
    notPatterns.every((pattern) => !(matchInTime(pattern, text) ?? !undecided)) &&
    formats.every((format) => isFormat(format, text)) &&
    !notFormats.some((format) => isFormat(format, text))
  )
}

/**
 * Yields the constraints with patterns for their formats, several times: first the plainest texts of each format, then more of them. Texts
 * that every validator rejects come before those that only careful ones reject.
 */
function* formatsAsPatterns({
  formats = [],
  notFormats = [],
  ...rest
}: TextConstraints): IterableIterator<PatternConstraints> {
  const accepted = formats.map((format) => findFormatLanguage(format)?.accepted ?? [])
  const refused = notFormats.map((format) => findFormatLanguage(format)?.refused ?? [])
  for (const ofRefused of stepsOf(refused)) {
    for (const ofAccepted of stepsOf(accepted))
      yield { ...rest, patterns: [...(rest.patterns ?? []), ...ofAccepted, ...ofRefused] }
  }
}

/** The first of each list, then the second of each, and so on. A shorter list repeats its last entry. */
const stepsOf = (lists: readonly (readonly string[])[]): readonly (readonly string[])[] => {
  const count = Math.max(1, ...lists.map(({ length }) => length))
  return Array.from({ length: count }, (_, step) =>
    lists.map((list) => list[Math.min(step, list.length - 1)] ?? ''),
  )
}

/** The constraints with patterns that every text of their formats matches, and others too. */
export const formatsAsEnvelopes = ({ formats = [], ...rest }: TextConstraints): PatternConstraints => ({
  ...rest,
  patterns: [
    ...(rest.patterns ?? []),
    ...formats.flatMap((format) => findFormatLanguage(format)?.envelope ?? []),
  ],
})
