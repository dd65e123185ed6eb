import type { JsonObject } from '../documents/json.ts'
import type { Change, Impact } from './change.ts'

/** The decisions of a project about its changes. */
export interface Policies {
  /** The access to an operation: the extension, and its values from open to everybody to open to few. */
  readonly access?: { readonly extension: string; readonly levels: readonly string[] }
  /** The extension with the date of removal. */
  readonly sunsetExtension: string
  /** Days between a deprecation and the sunset, at least. */
  readonly minimumDays?: number
  /** The version that the removal of something past its sunset requires. */
  readonly removalAfterSunset: 'major' | 'minor'
  /** By rule, the impact of its changes, why, and the last day on which that holds. */
  readonly rules?: Readonly<Record<string, RuleRating>>
  /** Breaking changes that the project has decided to make. */
  readonly accepted?: readonly AcceptedChange[]
  /** The day of the comparison, `2026-11-25`. */
  readonly today: string
}

/** How a project rates the changes of a rule. */
export interface RuleRating {
  readonly impact: Impact
  readonly reason: string
  /** The last day on which it holds, `2027-01-31`; always unless given. */
  readonly until?: string
}

/** A breaking change that was decided, as the report shows it. */
export interface AcceptedChange {
  readonly rule: string
  /** Where it is, such as `POST /trips, response 200, legs[].price (schema Leg)`. */
  readonly place: string
  readonly reason?: string
  /** The last day on which it is accepted; always unless given. */
  readonly until?: string
}

/** The policies of a project that decides nothing. */
export function defaultPolicies(): Policies {
  const today = new Date().toISOString().slice(0, 10)
  return { sunsetExtension: 'x-sunset', removalAfterSunset: 'major', today }
}

/** A change as a project has decided to rate it, with what it says: it alone, or all of its rule. */
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
 * A sentence about the problem of a deprecation under the policies of a project; undefined if there is none.
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
