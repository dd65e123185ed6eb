import { sample } from 'fast-check'
import { createSteadyNumbers } from './automaton/code-points.ts'
import { findTextLanguage, type TextConstraints } from './find-language.ts'
import type { TextLanguage } from './text-language.ts'
import { textsOf } from './texts.ts'

/** A text with the reason to try it. */
interface BoundaryText {
  readonly text: string
  readonly scenario:
    'valid_string' | 'minimum_length_string' | 'maximum_length_string' | 'near_boundary_length_string'
}

/** The longest text that is generated to reach a length bound. */
const MAX_LENGTH = 10_000
/** The length of a plain text, if there is a choice. */
const PLAIN_LENGTH = 8

/**
 * Makes a plain text, then the shortest and the longest text and those next to them in length. The texts are the same in every run; there
 * are none if none exist. Skips lengths that only a format sets, and lengths above 10,000.
 */
export const boundaryTexts = (constraints: TextConstraints): readonly BoundaryText[] => {
  const supply = textsOf(constraints)
  if (supply.kind !== 'some') return []
  const found = findTextLanguage(constraints)
  if (found.kind !== 'some') {
    return sample(supply.texts, { seed: 1, numRuns: 1 }).map((text) => ({ text, scenario: 'valid_string' }))
  }
  const { minLength = 0, maxLength = Infinity, formats = [], notFormats = [] } = constraints
  // If the language is only a part, its own least and greatest lengths mean nothing.
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
