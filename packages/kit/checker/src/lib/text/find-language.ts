import { EVERY_CHARACTER, READABLE, READABLE_BASIC } from './automaton/character-sets.ts'
import type { CodePointSet } from './automaton/code-point-set.ts'
import { lengthBounds, type LengthBounds } from './automaton/length-bounds.ts'
import { parsePattern } from './automaton/parse-pattern.ts'
import { PatternLimitError } from './automaton/pattern-limit-error.ts'
import { TextGraph } from './automaton/text-graph.ts'
import { BoundedCache } from './bounded-cache.ts'
import { findExpression } from './find-expression.ts'
import { createSteadyNumbers } from './steady-numbers.ts'
import type { TextConstraints } from './text-constraints.ts'
import { TextLanguage } from './text-language.ts'
import { wantPattern, type Effort, type WantedPattern } from './wanted-pattern.ts'

/** A language with at least one text, and whether it has all there are; or why there is none. */
export type LanguageSupply =
  | { readonly kind: 'some'; readonly language: TextLanguage; readonly isWhole: boolean }
  | { readonly kind: 'none' | 'unknown'; readonly reason: string }

/** Lengths and patterns; formats are not looked at. */
export type PatternConstraints = Pick<TextConstraints, 'minLength' | 'maxLength' | 'patterns' | 'notPatterns'>

/** Lengths of the texts that a group is given where it is referred to. */
const GROUP_LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20, 24, 32, 48]
const graphs = new BoundedCache<TextGraph | PatternLimitError>(300)

/** Texts that keep all constraints of length and pattern: all of them or, where that takes too many states, some. */
export const findLanguage = (constraints: PatternConstraints): LanguageSupply => {
  const everywhere = constraints.notPatterns?.find((pattern) => findExpression(pattern) === undefined)
  if (everywhere !== undefined)
    return {
      kind: 'none',
      reason: 'a pattern that must not match is no expression, so it matches everything',
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

/** What the patterns say of the length, each by itself. */
const boundsOf = ({
  minLength = 0,
  maxLength = Infinity,
  patterns = [],
}: PatternConstraints): LengthBounds => {
  const all = patterns.flatMap((pattern) => {
    try {
      const parsed = parsePattern(pattern)
      return parsed === undefined ? [] : [lengthBounds(parsed)]
    } catch (error) {
      if (error instanceof PatternLimitError) return []
      throw error
    }
  })
  return {
    min: Math.max(minLength, ...all.map(({ min }) => min)),
    max: Math.min(maxLength, ...all.map(({ max }) => max)),
  }
}

/** Texts that keep what can be followed of the constraints; the others may be broken. */
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
    // What reads UTF-16 code units does so because it is no expression with the flag u; not every validator agrees on the rest.
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
      : { kind: 'unknown', reason: 'a pattern tells surrogates apart' }
  } catch (error) {
    if (!(error instanceof PatternLimitError)) throw error
    return { kind: 'unknown', reason: error.message }
  }
}

/** Graphs and failures to make one are both kept: either takes long. */
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
  return `no text${lengths} keeps what is said of its characters`
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)].toSorted()
