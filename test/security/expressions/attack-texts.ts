import { type Part, parseExpression } from './parse-expression.ts'

/** Creates a text of about this length that keeps an expression busy. */
export type AttackText = (length: number) => string

type Character = Part & { readonly kind: 'character' }

/** Characters that most character classes distinguish. */
const pool = Array.from('a0Z_-. /"\\{:%=@é\t\n')

/** Repetitions with a smaller maximum are not attacked. */
const MANY = 10

/** Endings of the texts. The second one stops a match that has succeeded so far. */
const ends = ['', '\u0001']

/**
 * Returns texts that attack each repetition in an expression. Each has a prefix that leads to the repetition, and a part that the
 * repetition can consume many times. One ending lets the match continue, and the other stops it.
 */
export function attackTexts({ source, flags }: RegExp): readonly AttackText[] {
  const spoken = Array.from(source.replaceAll(/\\./g, '').replaceAll(/[\^$*+?()[\]{}|]/g, ''))
  const letters = [...new Set([...spoken, ...pool])]
  const matches = (part: Character, letter: string): boolean =>
    new RegExp(`^${part.source}$`, flags.replaceAll(/[gymd]/g, '')).test(letter)

  /** Returns a short text that a part matches. */
  const sampleOf = (part: Part): string => {
    switch (part.kind) {
      case 'character':
        return letters.find((letter) => matches(part, letter)) ?? ''
      case 'sequence':
        return part.parts.map(sampleOf).join('')
      case 'choice':
        return part.options.length === 0 ? '' : sampleOf(part.options[0]!)
      case 'repeat':
        return sampleOf(part.part).repeat(part.min)
      default:
        return ''
    }
  }
  /** Returns the texts that a repetition can consume many times. */
  const pumpsOf = (body: Part): readonly string[] => {
    const characters = charactersIn(body)
    const waysOf = (letter: string): number => characters.filter((one) => matches(one, letter)).length
    // Letters with the most ways to match come first: they give a matcher the most alternatives.
    const taken = letters.filter((letter) => waysOf(letter) > 0).toSorted((a, b) => waysOf(b) - waysOf(a))
    const few = taken.slice(0, 4)
    const options = body.kind === 'choice' ? body.options : [body]
    return [...taken.slice(0, 8), ...few.flatMap((a) => few.map((b) => a + b)), ...options.map(sampleOf)]
  }
  // Attacks the start of any expression: one without an anchor is tried again after each character.
  const attacks = new Map<string, Set<string>>([['', new Set(letters.slice(0, 12))]])
  const collect = (part: Part, before: string): void => {
    if (part.kind === 'sequence') {
      let prefix = before
      for (const each of part.parts) {
        collect(each, prefix)
        prefix += sampleOf(each)
      }
    }
    if (part.kind === 'choice') for (const option of part.options) collect(option, before)
    if (part.kind === 'look') collect(part.body, before)
    if (part.kind === 'repeat') {
      collect(part.part, before)
      if (part.max < MANY) return
      const known = attacks.get(before) ?? new Set()
      for (const pump of pumpsOf(part.part)) known.add(pump)
      attacks.set(before, known)
    }
  }
  collect(parseExpression(source), '')

  return [...attacks].flatMap(([prefix, pumps]) =>
    [...pumps]
      .filter((pump) => pump !== '')
      .flatMap((pump) =>
        ends.map(
          (end): AttackText =>
            (length) =>
              prefix + pump.repeat(Math.ceil(length / pump.length)) + end,
        ),
      ),
  )
}

function charactersIn(part: Part): readonly Character[] {
  switch (part.kind) {
    case 'character':
      return [part]
    case 'sequence':
      return part.parts.flatMap(charactersIn)
    case 'choice':
      return part.options.flatMap(charactersIn)
    case 'repeat':
      return charactersIn(part.part)
    default:
      return []
  }
}
