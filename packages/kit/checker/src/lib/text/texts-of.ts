import { constantFrom } from 'fast-check'
import { BoundedCache } from './bounded-cache.ts'
import { findLanguage, findWideLanguage } from './find-language.ts'
import { findTextLanguage } from './find-text-language.ts'
import { findFormatLanguage } from './format-texts/format-languages.ts'
import { formatsAsEnvelopes } from './formats-as-patterns.ts'
import { keepsConstraints } from './keeps-constraints.ts'
import { nearMissTexts } from './near-miss-texts.ts'
import type { TextConstraints } from './text-constraints.ts'
import type { TextSupply } from './text-supply.ts'
import { TextsInLanguage, type Lookalikes } from './texts-in-language.ts'
import { tryTexts } from './try-texts.ts'

const supplies = new BoundedCache<TextSupply>(1_000)

/**
 * Texts that keep all constraints, by construction: short and plain ones mostly, with the boundaries of length and
 * characters of other scripts now and then. They shrink to the shortest. The same seed gives the same texts.
 */
export const textsOf = (constraints: TextConstraints): TextSupply => {
  const {
    minLength = 0,
    maxLength = Infinity,
    patterns = [],
    notPatterns = [],
    formats = [],
    notFormats = [],
  } = constraints
  const key = JSON.stringify([minLength, maxLength, patterns, notPatterns, formats, notFormats])
  return supplies.get(key, () => {
    const supply = findTextLanguage(constraints)
    if (supply.kind === 'some')
      return { kind: 'some', texts: new TextsInLanguage(supply.language, lookalikesOf(constraints)) }
    if (supply.kind === 'none') return supply
    const found = tryAll(constraints)
    return found.length > 0 ? { kind: 'some', texts: constantFrom(...found) } : supply
  })
}

/** What breaks a pattern is best found near what keeps it; what is of no format, at a glance. */
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
    // A pattern for a single text only leaves that one out; there is nothing to learn near it.
    ...(kept?.kind === 'some' && !kept.language.isSingle() ? { edited: kept.language } : {}),
    fixed: blatant.filter((text) => keepsConstraints(constraints, text)),
  }
}

/** The last resort where no automaton can be made: a bounded number of texts that keep as much as can be followed. */
const tryAll = (constraints: TextConstraints): readonly string[] => {
  const keeps = (text: string): boolean => keepsConstraints(constraints, text)
  const near = (constraints.notFormats ?? []).flatMap(nearMissTexts).filter(keeps)
  const envelope = formatsAsEnvelopes(constraints)
  const exact = findLanguage(envelope)
  const wide = exact.kind === 'some' ? exact : findWideLanguage(envelope)
  return wide.kind === 'some' ? [...near, ...tryTexts(wide.language, keeps)] : near
}
