import { kindOfFormat } from '@contract-kit/json-schema/text'
import { largestCounts } from '@contract-kit/json-schema/values'
import { type Json, type JsonObject, toText } from '../../documents/json.ts'
import type { Role } from '../change.ts'
import { type Comparison, type Finding, isKnownToBreak, pairKey, rate, report } from '../comparison.ts'
import type { Place } from '../place.ts'
import type { Shift } from './keywords.ts'
import { type Loss, type Step, tryValues, type Verdict, withPart } from './verdict.ts'
import { accepts, ordinaryValues, plainestValues, type View } from './view.ts'

/** A choice that contains a schema: a value of the schema is a part of the choice's value. */
export interface Choice {
  readonly pair: SchemaPair
  /** The branch that contains the schema, whose values must stay valid. */
  readonly branch: View
  /** The path from the value of the choice to the part; undefined if the part has no fixed name. */
  readonly path: readonly Step[] | undefined
  /** Whether its schemas were reordered or moved, so that the whole may be unchanged. */
  readonly isRewritten: boolean
  /** Sets the discriminator of a value of the branch. */
  readonly name?: ((value: Json) => Json) | undefined
}

/** Two schemas at one place, for one direction. */
export interface SchemaPair {
  readonly comparison: Comparison
  readonly role: Role
  /** The media type of the content; empty for parameters and headers. */
  readonly mediaType: string
  readonly place: Place
  readonly before: JsonObject
  readonly after: JsonObject
  /** The schemas in the documents after references, for pointers. */
  readonly sources: readonly [before: Json | undefined, after: Json | undefined]
  /** The whole schemas: values of `safe` are valid for the consumer today, and `unsafe` must accept them. */
  readonly safe: View
  readonly unsafe: View
  /** The nearest enclosing choice. */
  readonly choice?: Choice | undefined
}

/** The context in which schemas are compared. */
export type SchemaContext = Pick<SchemaPair, 'comparison' | 'role' | 'mediaType' | 'choice'>

/** An unrated change of allowed values. */
export interface ShiftFinding {
  readonly keyword: string
  readonly shift: Shift
  readonly rule: string
  readonly what: string
  /** Its place, if not the pair itself. */
  readonly place?: Place
  /** Whether a lost value is due to this change. Default: by its keyword. */
  readonly isShownBy?: (value: Json) => boolean
}

/**
 * Rates a shift by one question: does a value that was valid for the consumer become invalid? Values of the two whole schemas are
 * tested. If none decides, the meaning of the keyword does.
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
  // Another encoding changes the meaning of a text, even if it accepts more texts.
  const isOther = shift === 'both' && (!hasGain || unseenKeywords.has(keyword))
  const isWorse = isOther || shift === (role === 'sent' ? 'fewer' : 'more')
  const isBreaking = isWorse && !isDecided
  return tell(rate(isBreaking, rule), isBreaking ? { isUnproven: true } : {})
}

/** Reports values that become invalid because several variants accept them. */
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

/** Finds a lost value for a change: first with few values, then with all. */
const findLoss = (pair: SchemaPair, isShown: (loss: Loss) => boolean): Loss | undefined =>
  glanceAt(pair).losses.find(isShown) ?? verdictOf(pair).losses.find(isShown)

/** Keywords whose failure the validator reports under their own name, at the value itself. */
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

/** Keywords whose effect no JSON value shows. */
const unseenKeywords: ReadonlySet<string> = new Set([
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  '$dynamicRef',
])

/** Keywords whose difference may show only in unusual values. */
const subtleKeywords: ReadonlySet<string> = new Set(['pattern', 'format', 'multipleOf'])

/** Whether the absence of a value proves nothing: no JSON value shows the keyword, or such values are not generated. */
function isBeyondValues({ before, after }: SchemaPair, keyword: string, shift: Shift): boolean {
  if (unseenKeywords.has(keyword) || (shift === 'both' && subtleKeywords.has(keyword))) return true
  const given = [before[keyword], after[keyword]].filter((argument) => argument !== undefined)
  if (keyword === 'format') return given.some((format) => !isJudged(toText(format)))
  const least = keyword.startsWith('min') && given.length < 2 ? 0 : Math.min(...given.map(Number))
  return least >= (largestCounts.get(keyword) ?? Infinity)
}

/** `password` restricts nothing, and an unknown format may mean anything. */
const isJudged = (format: string): boolean => format === 'password' || kindOfFormat(format) !== undefined

/** Compares the whole schemas of a pair, with few values or with all. */
function verdictBy({ comparison, safe, unsafe }: SchemaPair, isClose: boolean): Verdict {
  const key = `${isClose} ${safe.direction} ${pairKey(comparison, safe.schema, unsafe.schema)}`
  const verdict = comparison.verdicts.get(key) ?? tryValues(safe, unsafe, isClose)
  comparison.verdicts.set(key, verdict)
  return verdict
}

const glanceAt = (pair: SchemaPair): Verdict => verdictBy(pair, false)
const verdictOf = (pair: SchemaPair): Verdict => verdictBy(pair, true)

/** Whether an enclosing choice is equivalent: it was rewritten, or it accepts the values that a branch lost. */
function isSameAbove({ choice }: SchemaPair, isKept = false): boolean {
  if (choice === undefined) return false
  if (!choice.isRewritten && !isKept) return isSameAbove(choice.pair)
  const { losses, hasGain, isThorough } = verdictOf(choice.pair)
  return (isThorough && losses.length === 0 && !hasGain) || isSameAbove(choice.pair)
}

/**
 * Whether a lost value is also lost for the enclosing choices: another variant may accept it. If no whole value with this part can be
 * generated, the choice decides by its own values.
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

/** Values of a choice to insert a part into, the plainest first. */
function* donorsOf(...views: readonly View[]): Iterable<Json> {
  for (const view of views) yield* plainestValues(view)
  for (const view of views) yield* ordinaryValues(view)
}

/**
 * The most enclosing choices to test. Values get larger with each, and a shared schema is closer to a root elsewhere. Beyond the limit, the
 * value counts as lost.
 */
const MOST_CHOICES = 5

/** The number of valid values with the part after which the choice counts as accepting it. */
const MOST_WHOLES = 12
