import { writeJson } from '@contract-kit/json-schema/json'
import { type Json, toObject, toText } from '../../documents/json.ts'
import type { Impact } from '../change.ts'
import { describeDifference, isSame, report, show } from '../comparison.ts'
import { judgeDeprecation } from '../policies.ts'
import type { SchemaPair } from './report-shift.ts'

/** Compares a keyword that does not affect validity: annotations, and keywords with a rule of their own. */
export function compareAnnotation(pair: SchemaPair, keyword: string): void {
  const { before, after } = pair
  if (isSame(before[keyword], after[keyword])) return
  const policy = policies[keyword]
  if (policy !== undefined) policy(pair, before[keyword], after[keyword])
  else tell(pair, 'patch', 'wording', describeDifference(keyword, before[keyword], after[keyword]))
}

type Policy = (pair: SchemaPair, before: Json | undefined, after: Json | undefined) => void

function tell({ comparison, place, sources }: SchemaPair, impact: Impact, rule: string, what: string): void {
  report(comparison, { impact, rule, place, what, nodes: sources })
}

const compatible = (pair: SchemaPair, what: string): void => tell(pair, 'minor', 'compatible', what)

const policies: Readonly<Record<string, Policy>> = {
  /** The meaning of an omitted value in a request. In a response, a default is only documentation. */
  default(pair, before, after) {
    const what =
      before === undefined
        ? `The default is ${show(after)} now.`
        : after === undefined
          ? `The default ${show(before)} is gone.`
          : `The default became ${show(after)}; it was ${show(before)}.`
    if (pair.role === 'sent' && before !== undefined) tell(pair, 'major', 'default-changed', what)
    else compatible(pair, what)
  },

  deprecated(pair, before, after) {
    const problem = judgeDeprecation(pair.before, pair.after, pair.comparison.policies)
    if (problem !== undefined) tell(pair, 'major', problem.rule, problem.what)
    else
      compatible(pair, after === true ? 'It is deprecated.' : describeDifference('deprecated', before, after))
  },

  /** Views omit hidden properties, so the remaining markers apply to whole values. */
  readOnly: (pair, before, after) => compatible(pair, describeDifference('readOnly', before, after)),
  writeOnly: (pair, before, after) => compatible(pair, describeDifference('writeOnly', before, after)),

  /** Known values of an open list (Zalando's extension): others may be received at any time. */
  'x-extensible-enum'(pair, before, after) {
    const [old, young] = [toValues(before), toValues(after)]
    const lost = old.filter((value) => !young.includes(value))
    const what = describeDifference('x-extensible-enum', before, after)
    // For sent values, the list is only documentation.
    if (before === undefined || after === undefined) tell(pair, 'patch', 'wording', what)
    else if (pair.role === 'sent' && lost.length > 0) tell(pair, 'major', 'enum-values-removed', what)
    else compatible(pair, what)
  },

  discriminator(pair, before, after) {
    const [old, young] = [toObject(before), toObject(after)]
    const isReceived = pair.role === 'received'
    if (before === undefined)
      return compatible(pair, `Variants are now distinguished by ${show(young['propertyName'])}.`)
    if (after === undefined) {
      const what = 'No field distinguishes the variants any more.'
      return isReceived ? tell(pair, 'major', 'discriminator-changed', what) : compatible(pair, what)
    }
    if (old['propertyName'] !== young['propertyName']) {
      const what = `Variants are distinguished by \`${toText(young['propertyName'])}\`; it was \`${toText(old['propertyName'])}\`.`
      tell(pair, 'major', 'discriminator-changed', what)
    }
    if (!isSame(old['mapping'], young['mapping']))
      tell(pair, 'patch', 'wording', describeDifference('mapping', old['mapping'], young['mapping']))
    if (!isSame(old['defaultMapping'], young['defaultMapping'])) {
      const what = describeDifference('defaultMapping', old['defaultMapping'], young['defaultMapping'])
      if (old['defaultMapping'] === undefined) compatible(pair, what)
      else tell(pair, 'major', 'discriminator-changed', what)
    }
  },

  /** The XML serialization, relevant only for XML content. */
  xml(pair, before, after) {
    const what = describeDifference('xml', before, after)
    if (/\bxml\b/.test(pair.mediaType)) tell(pair, 'major', 'xml-changed', what)
    else tell(pair, 'patch', 'wording', what)
  },
}

const toValues = (value: Json | undefined): readonly string[] =>
  (Array.isArray(value) ? value : []).map((item) => writeJson(item))
