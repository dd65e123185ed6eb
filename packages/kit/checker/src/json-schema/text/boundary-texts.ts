import { sample } from 'fast-check'
import { createSteadyNumbers } from './automaton/code-points.ts'
import { findTextLanguage, type TextConstraints } from './find-language.ts'
import { findFormatLanguage } from './format-languages.ts'
import type { TextLanguage } from './text-language.ts'
import { textsOf, type TextSupply } from './texts.ts'

/** A text with the reason to try it. */
interface BoundaryText {
  readonly text: string
  readonly scenario:
    'valid_string' | 'minimum_length_string' | 'maximum_length_string' | 'near_boundary_length_string'
}

/** Longer texts are not made for their length alone. */
const MAX_LENGTH = 10_000
/** The length of a plain text, where there is a choice. */
const PLAIN_LENGTH = 8

/**
 * A plain text, then the shortest and the longest one and those next to them in length, the same in every run; none
 * where none exist. Lengths that only a format sets are not tried, nor those above 10,000.
 */
export const boundaryTexts = (constraints: TextConstraints): readonly BoundaryText[] => {
  const supply = textsOf(constraints)
  if (supply.kind !== 'some') return []
  const found = findTextLanguage(constraints)
  if (found.kind !== 'some') {
    return sample(supply.texts, { seed: 1, numRuns: 1 }).map((text) => ({ text, scenario: 'valid_string' }))
  }
  const { minLength = 0, maxLength = Infinity, formats = [], notFormats = [] } = constraints
  // Where the language is not all there is, its own least and greatest lengths mean nothing.
  const isWhole = found.isWhole && formats.length + notFormats.length === 0
  const leastLengths = isWhole ? (found.language.findLengths(1) ?? []) : [minLength]
  const greatestLengths = isWhole ? found.language.findLastLengths(1) : [maxLength]
  const all = [
    plain(found.language),
    ...leastLengths.flatMap((length) => shortest(constraints, length)),
    ...greatestLengths.flatMap((length) => longest(constraints, length)),
  ]
  return all.filter(({ text }, index) => all.findIndex((other) => other.text === text) === index)
}

const plain = (language: TextLanguage): BoundaryText => {
  const lengths = language.findLengths(PLAIN_LENGTH * 2) ?? []
  const length = lengths.find((each) => each >= PLAIN_LENGTH) ?? lengths.at(-1) ?? 0
  return { text: draw(language, length), scenario: 'valid_string' }
}

const shortest = (constraints: TextConstraints, length: number): readonly BoundaryText[] => {
  const text = ofLength(constraints, length)
  const longer = ofLength(constraints, length + 1)
  if (text === undefined) return []
  return [
    { text, scenario: 'minimum_length_string' },
    ...(longer === undefined ? [] : [{ text: longer, scenario: 'near_boundary_length_string' } as const]),
  ]
}

const longest = (constraints: TextConstraints, length: number): readonly BoundaryText[] => {
  const text = ofLength(constraints, length)
  const shorter = ofLength(constraints, length - 1)
  if (text === undefined) return []
  return [
    ...(shorter === undefined ? [] : [{ text: shorter, scenario: 'near_boundary_length_string' } as const]),
    { text, scenario: 'maximum_length_string' },
  ]
}

/** A text of exactly this length, if the constraints allow one. */
const ofLength = (constraints: TextConstraints, length: number): string | undefined => {
  const { minLength = 0, maxLength = Infinity } = constraints
  if (length < minLength || length > Math.min(maxLength, MAX_LENGTH)) return undefined
  const found = findTextLanguage({ ...constraints, minLength: length, maxLength: length })
  return found.kind === 'some' ? draw(found.language, length) : undefined
}

const draw = (language: TextLanguage, length: number): string =>
  language.sample(length, createSteadyNumbers(1), 'plain')

/** The one constraint to break; a pattern by its index. */
export type TextBreach =
  'minLength' | 'maxLength' | { readonly pattern: number } | { readonly format: string }

/** Formats that hardly any server checks: what is not base64 is no mistake that a server can be accused of. */
const UNCHECKED = new Set(['byte', 'binary', 'password'])

/** Texts that break exactly one constraint and keep the others; `none` where that one cannot be broken alone. */
export const breakText = (constraints: TextConstraints, breach: TextBreach): TextSupply => {
  const {
    minLength = 0,
    maxLength = Infinity,
    patterns = [],
    notPatterns = [],
    formats = [],
    notFormats = [],
  } = constraints
  if (breach === 'minLength') {
    return minLength > 0
      ? textsOf({ ...constraints, minLength: 0, maxLength: Math.min(minLength - 1, maxLength) })
      : notSaid(breach)
  }
  if (breach === 'maxLength') {
    const { maxLength: _, ...rest } = constraints
    return maxLength < Infinity
      ? textsOf({ ...rest, minLength: Math.max(maxLength + 1, minLength) })
      : notSaid(breach)
  }
  if ('pattern' in breach) {
    const pattern = patterns[breach.pattern]
    if (pattern === undefined) return notSaid('pattern')
    return textsOf({
      ...constraints,
      patterns: patterns.filter((other) => other !== pattern),
      notPatterns: [...notPatterns, pattern],
    })
  }
  const { format } = breach
  if (!formats.includes(format)) return notSaid('format')
  if (UNCHECKED.has(format) || findFormatLanguage(format) === undefined)
    return { kind: 'none', reason: `the format ${format} is not checked` }
  return textsOf({
    ...constraints,
    formats: formats.filter((other) => other !== format),
    notFormats: [...notFormats, format],
  })
}

const notSaid = (keyword: string): TextSupply => ({ kind: 'none', reason: `there is no ${keyword} to break` })
