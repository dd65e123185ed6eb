import { complexityOf } from './readable-characters.ts'
import { createSteadyNumbers } from './steady-numbers.ts'
import type { TextLanguage } from './text-language.ts'

const MAX_TRIES = 1_500
const MAX_FOUND = 40
const LENGTHS = 24
/** Longer texts are not tried: an expression may take exponentially long for one. */
const MAX_LENGTH = 64

/** Texts of a language that keep something more, found in 1,500 tries and the simplest first; none where that is not enough. */
export const tryTexts = (language: TextLanguage, keeps: (text: string) => boolean): readonly string[] => {
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
