import { Arbitrary, Stream, Value, type Random } from 'fast-check'
import { editText } from './edit-text.ts'
import { complexityOf, type Mood } from './readable-characters.ts'
import type { TextLanguage } from './text-language.ts'

const NEAR_LENGTHS = 16
const MAX_EDITS = 8
/** Texts that are cut one character at a time while they shrink; longer ones in larger pieces. */
const MAX_FINE = 200

/** Where texts that look as if they did not belong to the language come from. */
export interface Lookalikes {
  /** Its texts, edited in one place, are taken where they belong. */
  readonly edited?: TextLanguage
  /** Are taken as they stand, whether the language has them or not. */
  readonly fixed?: readonly string[]
}

/**
 * The texts of a language that has some: mostly short and plain, the shortest and longest more often than by chance, and
 * lookalikes. They shrink to the plainest text of the least length.
 */
export class TextsInLanguage extends Arbitrary<string> {
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
