import type { JsonObject } from '../documents/json.ts'
import type { Change, Impact } from './change.ts'

/** The decisions of a project about its changes. */
export interface Policies {
  /** Access levels: the extension, and its values from public to most restricted. */
  readonly access?: { readonly extension: string; readonly levels: readonly string[] }
  /** The extension with the date of removal. */
  readonly sunsetExtension: string
  /** The minimum days between deprecation and sunset. */
  readonly minimumDays?: number
  /** The version that the removal of something past its sunset requires. */
  readonly removalAfterSunset: 'major' | 'minor'
  /** Overrides by rule: the impact, the reason and the last day of validity. */
  readonly rules?: Readonly<Record<string, RuleRating>>
  /** Breaking changes that the project has accepted. */
  readonly accepted?: readonly AcceptedChange[]
  /** The day of the comparison, `2026-11-25`. */
  readonly today: string
}

/** How a project rates the changes of a rule. */
export interface RuleRating {
  readonly impact: Impact
  readonly reason: string
  /** The last day of validity, `2027-01-31`. Default: no end. */
  readonly until?: string
}

/** An accepted breaking change, with its place as in the report. */
export interface AcceptedChange {
  readonly rule: string
  /** The place, such as `POST /trips, response 200, legs[].price (schema Leg)`. */
  readonly place: string
  readonly reason?: string
  /** The last day on which it is accepted. Default: no end. */
  readonly until?: string
}

/** The default policies. */
export function defaultPolicies(): Policies {
  const today = new Date().toISOString().slice(0, 10)
  return { sunsetExtension: 'x-sunset', removalAfterSunset: 'major', today }
}

/** Applies the project's decision to a change: one for this change, or one for its rule. */
export function rateByRules(change: Change, { rules = {}, accepted = [], today }: Policies): Change {
  const one = accepted.find(({ rule, place }) => rule === change.rule && place === change.place)
  const all = Object.hasOwn(rules, change.rule) ? rules[change.rule] : undefined
  const decided = one === undefined ? all : { ...one, impact: 'minor' as const }
  if (decided === undefined) return change
  const { impact, reason, until } = decided
  const isOver = until !== undefined && until < today
  const what = one === undefined ? `rated ${impact}` : 'accepted'
  const decision = `It ${isOver ? 'was' : 'is'} ${what}${until === undefined ? '' : ` until ${until}`}${reason === undefined ? '.' : `: ${reason}`}`
  return { ...change, ...(!isOver && { impact }), decision }
}

/**
 * The version that a removal requires: a major one, unless the removed thing was deprecated and is past its
 * sunset.
 */
export function removalImpact(removed: JsonObject, policies: Policies): Impact {
  const sunset = sunsetOf(removed, policies)
  const isOver = removed['deprecated'] === true && sunset !== undefined && sunset <= policies.today
  return isOver ? policies.removalAfterSunset : 'major'
}

/** The day of removal, `2027-05-31`; undefined if none is given, or it is no date. */
export function sunsetOf(object: JsonObject, { sunsetExtension }: Policies): string | undefined {
  const value = object[sunsetExtension]
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? value.slice(0, 10) : undefined
}

/**
 * A sentence about how a deprecation violates the policies of a project; undefined if it does not.
 */
export function judgeDeprecation(
  before: JsonObject,
  after: JsonObject,
  policies: Policies,
): { readonly rule: string; readonly what: string } | undefined {
  const { minimumDays, sunsetExtension, today } = policies
  const [old, young] = [sunsetOf(before, policies), sunsetOf(after, policies)]
  if (old !== undefined && young !== undefined && young < old)
    return { rule: 'sunset-earlier', what: `\`${sunsetExtension}\` was ${old} and is ${young}.` }
  if (minimumDays === undefined || after['deprecated'] !== true || before['deprecated'] === true)
    return undefined
  if (young === undefined)
    return {
      rule: 'sunset-missing',
      what: `It is deprecated without a date of removal in \`${sunsetExtension}\`.`,
    }
  const days = Math.floor((Date.parse(young) - Date.parse(today)) / 86_400_000)
  if (days >= minimumDays) return undefined
  return {
    rule: 'sunset-too-soon',
    what: `It is to be removed in ${days} days, and ${minimumDays} were promised.`,
  }
}
