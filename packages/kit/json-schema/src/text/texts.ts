import { Arbitrary, constantFrom, type Random, Stream, Value } from 'fast-check'
import { BoundedCache } from '../base/bounded-cache.ts'
import { complexityOf, createSteadyNumbers, type Mood } from './automaton/code-points.ts'
import {
  findLanguage,
  findTextLanguage,
  findWideLanguage,
  formatsAsEnvelopes,
  keepsConstraints,
  keyOfConstraints,
  type TextConstraints,
} from './find-language.ts'
import { findFormatLanguage } from './format-languages.ts'
import { editText, type TextLanguage } from './text-language.ts'

const supplies = new BoundedCache<TextSupply>(1_000)

/**
 * Texts that satisfy all constraints, by construction: mostly short and plain ones, sometimes at the bounds of length or with
 * characters of other scripts. They shrink to the shortest. The same seed gives the same texts.
 */
export const textsOf = (constraints: TextConstraints): TextSupply =>
  supplies.get(keyOfConstraints(constraints), () => {
    const supply = findTextLanguage(constraints)
    if (supply.kind === 'some')
      return { kind: 'some', texts: new TextsInLanguage(supply.language, lookalikesOf(constraints)) }
    if (supply.kind === 'none') return supply
    const found = tryAll(constraints)
    return found.length > 0 ? { kind: 'some', texts: constantFrom(...found) } : supply
  })

/** A text that breaks a pattern should be a near miss. A text that breaks a format should be obviously wrong. */
const lookalikesOf = (constraints: TextConstraints): Lookalikes => {
  const { patterns = [], notPatterns = [], notFormats = [] } = constraints
  const broken = notPatterns.at(-1)
  const kept =
    broken === undefined
      ? undefined
      : findTextLanguage({
          ...constraints,
          patterns: [...patterns, broken],
          notPatterns: notPatterns.slice(0, -1),
        })
  const blatant = notFormats.flatMap((format) => findFormatLanguage(format)?.blatant ?? [])
  return {
    // A pattern for a single text has no useful near misses.
    ...(kept?.kind === 'some' && !kept.language.isSingle() ? { edited: kept.language } : {}),
    fixed: blatant.filter((text) => keepsConstraints(constraints, text)),
  }
}

/** The last resort without an automaton: a bounded number of texts that satisfy the supported constraints. */
const tryAll = (constraints: TextConstraints): readonly string[] => {
  const keeps = (text: string): boolean => keepsConstraints(constraints, text)
  const near = (constraints.notFormats ?? []).flatMap(nearMissTexts).filter(keeps)
  const envelope = formatsAsEnvelopes(constraints)
  const exact = findLanguage(envelope)
  const wide = exact.kind === 'some' ? exact : findWideLanguage(envelope)
  return wide.kind === 'some' ? [...near, ...tryTexts(wide.language, keeps)] : near
}

const NEAR_LENGTHS = 16
const MAX_EDITS = 8
/** The length up to which shrinking removes one character at a time; longer texts lose larger pieces. */
const MAX_FINE = 200

/** The source of lookalikes: texts that look as if they did not match. */
interface Lookalikes {
  /** Its texts with one edit, if they still match. */
  readonly edited?: TextLanguage
  /** Texts that are used as is, matching or not. */
  readonly fixed?: readonly string[]
}

/**
 * The texts of a language that has some: mostly short and plain, the shortest and longest more often than by chance, and
 * lookalikes. They shrink to the plainest text of the least length.
 */
class TextsInLanguage extends Arbitrary<string> {
  readonly #language: TextLanguage
  readonly #lengths: Lengths
  readonly #edited: { readonly language: TextLanguage; readonly lengths: Lengths } | undefined
  readonly #fixed: readonly string[]
  readonly #shortest: string

  constructor(language: TextLanguage, { edited, fixed = [] }: Lookalikes = {}) {
    super()
    this.#language = language
    this.#lengths = lengthsOf(language)
    this.#edited = edited && { language: edited, lengths: lengthsOf(edited) }
    this.#fixed = fixed
    this.#shortest = language.simplest(this.#lengths.near[0] ?? 0)
  }

  override generate(random: Random): Value<string> {
    return new Value(this.#lookalike(random) ?? sample(this.#language, this.#lengths, random), undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is string {
    return typeof value === 'string' && this.#language.accepts(value)
  }

  override shrink(value: string): Stream<Value<string>> {
    return new Stream(this.#simpler(value)).map((text) => new Value(text, undefined))
  }

  #lookalike(random: Random): string | undefined {
    if (this.#fixed.length === 0 && this.#edited === undefined) return undefined
    const roll = random.nextInt(0, 99)
    if (this.#fixed.length > 0 && roll < 30) return this.#fixed[random.nextInt(0, this.#fixed.length - 1)]
    if (this.#edited === undefined || roll < 50) return undefined
    const original = sample(this.#edited.language, this.#edited.lengths, random)
    for (let count = 0; count < MAX_EDITS; count += 1) {
      const edited = editText(original, random)
      if (this.#language.accepts(edited)) return edited
    }
    return undefined
  }

  *#simpler(text: string): IterableIterator<string> {
    if (text === this.#shortest) return
    yield this.#shortest
    const characters = Array.from(text)
    for (
      let size = Math.ceil(characters.length / 2);
      size > 0 && size >= Math.floor(characters.length / MAX_FINE);
      size = Math.floor(size / 2)
    ) {
      for (let at = 0; at < characters.length; at += size) {
        const shorter = characters.toSpliced(at, size).join('')
        if (shorter !== this.#shortest && this.#language.accepts(shorter)) yield shorter
      }
    }
    for (const [at, character] of characters.slice(0, MAX_FINE).entries()) {
      for (const simple of ['a', '0', 'A']) {
        if (complexityOf(codeOf(simple)) >= complexityOf(codeOf(character))) continue
        const simpler = characters.with(at, simple).join('')
        if (this.#language.accepts(simpler)) yield simpler
      }
    }
  }
}

interface Lengths {
  /** The least lengths. */
  readonly near: readonly number[]
  /** The greatest, falling; none without a limit. */
  readonly last: readonly number[]
}

const lengthsOf = (language: TextLanguage): Lengths => ({
  near: language.findLengths(NEAR_LENGTHS) ?? [],
  last: language.findLastLengths(2),
})

const sample = (language: TextLanguage, lengths: Lengths, random: Random): string =>
  language.sample(drawLength(lengths, random), random, drawMood(random))

const drawLength = ({ near, last }: Lengths, random: Random): number => {
  const [shortest = 0, second = shortest] = near
  const [longest = shortest, secondLongest = longest] = last
  const oftenLongest = longest <= 64 ? 100 : longest <= 1_000 ? 30 : longest <= 10_000 ? 6 : 0
  const roll = random.nextInt(0, 999)
  if (roll < 100) return shortest
  if (roll < 150) return second
  if (roll < 150 + oftenLongest) return longest
  if (roll < 150 + oftenLongest * 1.5) return secondLongest
  return near[random.nextInt(0, near.length - 1)] ?? shortest
}

const drawMood = (random: Random): Mood => {
  const roll = random.nextInt(0, 99)
  return roll < 80 ? 'plain' : roll < 94 ? 'ascii' : 'any'
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0

const MAX_TRIES = 1_500
const MAX_FOUND = 40
const LENGTHS = 24
/** The longest text that is tried. An expression may take exponential time. */
const MAX_LENGTH = 64

/** Texts of a language that satisfy a further condition, the simplest first; none if 1,500 attempts find none. */
const tryTexts = (language: TextLanguage, keeps: (text: string) => boolean): readonly string[] => {
  const lengths = language.findLengths(LENGTHS)?.filter((length) => length <= MAX_LENGTH) ?? []
  const numbers = createSteadyNumbers(1)
  const found = new Set<string>()
  for (let count = 0; lengths.length > 0 && count < MAX_TRIES && found.size < MAX_FOUND; count += 1) {
    const length = lengths[count % lengths.length] ?? 0
    const text =
      count < lengths.length
        ? language.simplest(length)
        : language.sample(length, numbers, count % 3 === 0 ? 'ascii' : 'plain')
    if (!found.has(text) && keeps(text)) found.add(text)
  }
  return [...found].toSorted((a, b) => a.length - b.length || complexityOfAll(a) - complexityOfAll(b))
}

const complexityOfAll = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + complexityOf(character.codePointAt(0) ?? 0), 0)

/** Whether texts exist: `none` is proved, `unknown` means that generation could not be decided. */
export type TextSupply =
  | { readonly kind: 'some'; readonly texts: Arbitrary<string> }
  | { readonly kind: 'none' | 'unknown'; readonly reason: string }

/**
 * Lists texts that do not match a format, the same in every run. Texts that every validator rejects come first. Texts that only a semantic
 * check rejects, for example `2023-02-30`, come last. Empty for a format that does not restrict texts.
 */
export const nearMissTexts = (format: string): readonly string[] => {
  const language = findFormatLanguage(format)
  return language === undefined ? [] : [...language.blatant, ...language.near]
}
