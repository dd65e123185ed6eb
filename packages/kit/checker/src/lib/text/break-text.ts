import { findFormatLanguage } from './format-texts/format-languages.ts'
import type { TextConstraints } from './text-constraints.ts'
import type { TextSupply } from './text-supply.ts'
import { textsOf } from './texts-of.ts'

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
