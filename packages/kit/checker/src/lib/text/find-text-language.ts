import { BoundedCache } from './bounded-cache.ts'
import { findLanguage, type LanguageSupply } from './find-language.ts'
import { findFormatLanguage } from './format-texts/format-languages.ts'
import { formatsAsEnvelopes, formatsAsPatterns } from './formats-as-patterns.ts'
import { keepsConstraints } from './keeps-constraints.ts'
import { createSteadyNumbers } from './steady-numbers.ts'
import type { TextConstraints } from './text-constraints.ts'
import type { TextLanguage } from './text-language.ts'

const PROBES = 8
/** Longer texts are not probed: an expression may take exponentially long for one. */
const MAX_PROBED = 64
const supplies = new BoundedCache<LanguageSupply>(1_000)

/** A language whose texts keep all constraints, formats included; some of the texts that do where there are formats. */
export const findTextLanguage = (constraints: TextConstraints): LanguageSupply => {
  const {
    minLength = 0,
    maxLength = Infinity,
    patterns = [],
    notPatterns = [],
    formats = [],
    notFormats = [],
  } = constraints
  const key = JSON.stringify([minLength, maxLength, patterns, notPatterns, formats, notFormats])
  return supplies.get(key, () => search(constraints))
}

const search = (constraints: TextConstraints): LanguageSupply => {
  const allTaken = constraints.notFormats?.find(
    (format) => findFormatLanguage(format) === undefined || constraints.formats?.includes(format),
  )
  if (allTaken !== undefined)
    return { kind: 'none', reason: `every text there may be is of the format ${allTaken}` }
  let reason = 'its format does not agree with what else is said of it'
  for (const attempt of formatsAsPatterns(constraints)) {
    const supply = findLanguage(attempt)
    if (supply.kind === 'some' && isProbed(supply.language, constraints)) return supply
    if (supply.kind === 'unknown') reason = supply.reason
    const saysAll = (constraints.formats ?? []).length + (constraints.notFormats ?? []).length === 0
    if (saysAll && supply.kind !== 'some') return supply
  }
  const envelope = findLanguage(formatsAsEnvelopes(constraints))
  return envelope.kind === 'none' ? envelope : { kind: 'unknown', reason }
}

/** Whether the judges agree about some texts: what generation and judgement read differently is not handed out. */
const isProbed = (language: TextLanguage, constraints: TextConstraints): boolean => {
  const numbers = createSteadyNumbers(7)
  const lengths = (language.findLengths(PROBES) ?? []).filter((length) => length <= MAX_PROBED)
  return lengths.every(
    (length) =>
      keepsConstraints(constraints, language.simplest(length), true) &&
      keepsConstraints(constraints, language.sample(length, numbers, 'any'), true),
  )
}
