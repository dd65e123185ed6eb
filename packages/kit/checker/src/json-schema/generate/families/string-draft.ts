import type { TextConstraints } from '../../text/find-language.ts'

/** Constraints that a text must keep, all of them, or texts that it must not be. */
export type TextFact =
  | { readonly kind: 'text'; readonly constraints: TextConstraints }
  | { readonly kind: 'notTexts'; readonly texts: readonly string[] }

const union = (a: readonly string[] = [], b: readonly string[] = []): readonly string[] => [
  ...new Set([...a, ...b]),
]

const bothOf = (a: TextConstraints, b: TextConstraints): TextConstraints => ({
  minLength: Math.max(a.minLength ?? 0, b.minLength ?? 0),
  maxLength: Math.min(a.maxLength ?? Infinity, b.maxLength ?? Infinity),
  patterns: union(a.patterns, b.patterns),
  notPatterns: union(a.notPatterns, b.notPatterns),
  formats: union(a.formats, b.formats),
  notFormats: union(a.notFormats, b.notFormats),
})

/** What is known of a text so far. */
export class TextDraft {
  readonly type = 'string'
  constraints: TextConstraints = {}
  excluded: readonly string[] = []

  clone(): TextDraft {
    return Object.assign(new TextDraft(), this)
  }

  /** Adds constraints; tells why no text is left, if that is plain. */
  add(fact: TextFact): string | undefined {
    if (fact.kind === 'notTexts') this.excluded = union(this.excluded, fact.texts)
    else this.constraints = bothOf(this.constraints, fact.constraints)
    const { minLength = 0, maxLength = Infinity } = this.constraints
    return minLength > maxLength ? 'the least length it allows is above the greatest' : undefined
  }
}
