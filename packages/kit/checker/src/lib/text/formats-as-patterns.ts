import { findFormatLanguage } from './format-texts/format-languages.ts'
import type { PatternConstraints } from './find-language.ts'
import type { TextConstraints } from './text-constraints.ts'

/**
 * The constraints with patterns for their formats, several times: first with the plainest texts of each format, then with
 * more of them; what is refused by every validator before what only careful ones refuse.
 */
export function* formatsAsPatterns({
  formats = [],
  notFormats = [],
  ...rest
}: TextConstraints): IterableIterator<PatternConstraints> {
  const taken = formats.map((format) => findFormatLanguage(format)?.taken ?? [])
  const refused = notFormats.map((format) => findFormatLanguage(format)?.refused ?? [])
  for (const ofRefused of stepsOf(refused)) {
    for (const ofTaken of stepsOf(taken))
      yield { ...rest, patterns: [...(rest.patterns ?? []), ...ofTaken, ...ofRefused] }
  }
}

/** The first of each list, then the second of each, and so on; a list that ends stays at its last. */
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
