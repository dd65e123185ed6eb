import { kindOfFormat } from '@contract-kit/json-schema/text'
import { largestCounts } from '@contract-kit/json-schema/values'
import { type Json, type JsonObject, toText } from '../../documents/json.ts'
import type { Role } from '../change.ts'
import { type Comparison, type Finding, isKnownToBreak, pairKey, rate, report } from '../comparison.ts'
import type { Place } from '../place.ts'
import type { Shift } from './keywords.ts'
import { type Loss, type Step, tryValues, type Verdict, withPart } from './verdict.ts'
import { accepts, ordinaryValues, plainestValues, type View } from './view.ts'

/** A choice above a schema: a value of the schema is a part of the value that the choice is about. */
export interface Choice {
  readonly pair: SchemaPair
  /** The branch that leads to the schema, with the values that must stay valid. */
  readonly branch: View
  /** The way from the value of the choice to the part; undefined where the part has no fixed name. */
  readonly path: readonly Step[] | undefined
  /** Whether its schemas stand in another order or place, so that the whole may say what it said. */
  readonly isRewritten: boolean
  /** Makes a value of the branch one that names it. */
  readonly name?: ((value: Json) => Json) | undefined
}

/** Two schemas at one place, as they are for one way. */
export interface SchemaPair {
  readonly comparison: Comparison
  readonly role: Role
  /** Of the content that the schema describes; empty for parameters and headers. */
  readonly mediaType: string
  readonly place: Place
  readonly before: JsonObject
  readonly after: JsonObject
  /** As the documents have them, references followed: for pointers. */
  readonly sources: readonly [before: Json | undefined, after: Json | undefined]
  /** The whole schemas: `safe` has what is valid for the consumer today, and `unsafe` must accept it. */
  readonly safe: View
  readonly unsafe: View
  /** The nearest choice above, of which this is a part. */
  readonly choice?: Choice | undefined
}

/** The context in which schemas are compared. */
export type SchemaContext = Pick<SchemaPair, 'comparison' | 'role' | 'mediaType' | 'choice'>

/** A change of allowed values, before it is rated. */
export interface ShiftFinding {
  readonly keyword: string
  readonly shift: Shift
  readonly rule: string
  readonly what: string
  /** Where it is, if not at the pair itself. */
  readonly place?: Place
  /** Whether a lost value is lost by this change; by its keyword unless given. */
  readonly isShownBy?: (value: Json) => boolean
}

/**
 * Rates a shift by the one rule: does a value that was valid for the consumer become invalid? The two whole schemas decide by the values
 * that are found for both. Where they find none, the meaning of the keyword does.
 */
export function reportShift(pair: SchemaPair, finding: ShiftFinding): void {
  const { keyword, shift, rule, what, place = pair.place, isShownBy } = finding
  const { comparison, role, sources: nodes } = pair
  if (isKnownToBreak(comparison, { what, nodes })) return
  const isShown = ({ value, keywords }: Loss): boolean =>
    isShownBy === undefined ? !simpleKeywords.has(keyword) || keywords.has(keyword) : isShownBy(value)
  const tell = (rated: Pick<Finding, 'impact' | 'rule'>, more: Partial<Finding> = {}): void =>
    report(comparison, { ...rated, place, what, nodes, ...more })
  const loss = findLoss(pair, isShown)
  if (loss !== undefined && breaksAbove(pair, loss.value))
    return tell({ impact: 'major', rule }, { example: loss.value })
  const { losses, hasGain, isThorough } = verdictOf(pair)
  const isTold = !isBeyondValues(pair, keyword, shift)
  const isDecided = isTold && isThorough && losses.length === 0
  if ((isDecided && !hasGain) || (isTold && isSameAbove(pair, loss !== undefined)))
    return tell({ impact: 'patch', rule: 'wording' }, { what: `${what} The same values are valid.` })
  if (loss !== undefined) return tell(rate(false, rule))
  // What a text means in one encoding, it does not mean in another, even if more texts are of it.
  const isOther = shift === 'both' && (!hasGain || unseenKeywords.has(keyword))
  const isWorse = isOther || shift === (role === 'sent' ? 'fewer' : 'more')
  const isBreaking = isWorse && !isDecided
  return tell(rate(isBreaking, rule), isBreaking ? { isUnproven: true } : {})
}

/** Reports that values are lost by more than one variant that accepts them, where some are. */
export function reportOverlap(pair: SchemaPair, variants: readonly View[]): void {
  const { comparison, place, sources: nodes } = pair
  const what = 'More than one variant of `oneOf` accepts what one accepted.'
  if (isKnownToBreak(comparison, { what, nodes })) return
  const isTwice = ({ value }: Loss): boolean =>
    variants.filter((variant) => accepts(variant, value)).length > 1
  const loss = glanceAt(pair).losses.find(isTwice)
  if (loss === undefined || !breaksAbove(pair, loss.value)) return
  const rule = 'schema-combinator-changed'
  report(comparison, { impact: 'major', rule, place, what, nodes, example: loss.value })
}

/** A value that is lost in a certain way; at first sight, or by all values that are tried. */
const findLoss = (pair: SchemaPair, isShown: (loss: Loss) => boolean): Loss | undefined =>
  glanceAt(pair).losses.find(isShown) ?? verdictOf(pair).losses.find(isShown)

/** Keywords whose breach the judge reports under their own name, at the value itself. */
const simpleKeywords: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'format',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxProperties',
  'minProperties',
  'required',
  'dependentRequired',
])

/** Keywords that no value of JSON shows. */
const unseenKeywords: ReadonlySet<string> = new Set([
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  '$dynamicRef',
])

/** Keywords that may differ in values of which nobody would think. */
const subtleKeywords: ReadonlySet<string> = new Set(['pattern', 'format', 'multipleOf'])

/** Whether the lack of a value says nothing: no value of JSON shows the keyword, or those that would are not made. */
function isBeyondValues({ before, after }: SchemaPair, keyword: string, shift: Shift): boolean {
  if (unseenKeywords.has(keyword) || (shift === 'both' && subtleKeywords.has(keyword))) return true
  const given = [before[keyword], after[keyword]].filter((argument) => argument !== undefined)
  if (keyword === 'format') return given.some((format) => !isJudged(toText(format)))
  const least = keyword.startsWith('min') && given.length < 2 ? 0 : Math.min(...given.map(Number))
  return least >= (largestCounts.get(keyword) ?? Infinity)
}

/** A password may be any text, and what the judge does not know may mean anything. */
const isJudged = (format: string): boolean => format === 'password' || kindOfFormat(format) !== undefined

/** How the whole schemas of a pair differ at first sight, or by all values that are tried. */
function verdictBy({ comparison, safe, unsafe }: SchemaPair, isClose: boolean): Verdict {
  const key = `${isClose} ${safe.direction} ${pairKey(comparison, safe.schema, unsafe.schema)}`
  const verdict = comparison.verdicts.get(key) ?? tryValues(safe, unsafe, isClose)
  comparison.verdicts.set(key, verdict)
  return verdict
}

const glanceAt = (pair: SchemaPair): Verdict => verdictBy(pair, false)
const verdictOf = (pair: SchemaPair): Verdict => verdictBy(pair, true)

/** Whether a choice above is nothing but written in another way: one that was rewritten, or that accepts what a branch has lost. */
function isSameAbove({ choice }: SchemaPair, isKept = false): boolean {
  if (choice === undefined) return false
  if (!choice.isRewritten && !isKept) return isSameAbove(choice.pair)
  const { losses, hasGain, isThorough } = verdictOf(choice.pair)
  return (isThorough && losses.length === 0 && !hasGain) || isSameAbove(choice.pair)
}

/**
 * Whether a value that is lost at a place is lost for the choices above as well: another variant may accept it. Where no value can be made
 * that has it as a part, the choice decides by its own values.
 */
function breaksAbove({ choice }: SchemaPair, value: Json, levels = MOST_CHOICES): boolean {
  if (choice === undefined || levels === 0) return true
  const { pair, branch, path, name = (whole: Json) => whole } = choice
  const { safe, unsafe } = pair
  if (path !== undefined) {
    let parts = 0
    for (const donor of path.length === 0 ? [value] : donorsOf(branch, safe)) {
      const part = withPart(donor, path, value)
      const whole = part === undefined ? undefined : name(part)
      if (whole === undefined || !accepts(safe, whole)) continue
      if (!accepts(unsafe, whole)) return breaksAbove(pair, whole, levels - 1)
      parts += 1
      if (parts === MOST_WHOLES) break
    }
    if (parts > 0) return false
  }
  return glanceAt(pair).losses.length > 0 || verdictOf(pair).losses.length > 0
}

/** Values of a choice that a part is put into, the plainest first. */
function* donorsOf(...views: readonly View[]): Iterable<Json> {
  for (const view of views) yield* plainestValues(view)
  for (const view of views) yield* ordinaryValues(view)
}

/**
 * So many choices are asked. What is lost below all of them counts as lost: values get larger with each, and a schema that is shared stands
 * closer to a root elsewhere.
 */
const MOST_CHOICES = 5

/** So many values that have a part, and stay valid, say that the choice accepts it. */
const MOST_WHOLES = 12
