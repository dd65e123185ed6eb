import { type Json, toCanonicalText } from '../base/json.ts'
import type { SchemaNode } from '../base/schema-set.ts'
import type { Goal } from './goal.ts'

/** Why no value meets a goal, and the schema that says so, where one is known. */
export interface Refusal {
  /** One clause: `the minimum is above the maximum`. */
  readonly reason: string
  readonly node?: SchemaNode
}

/** No value was found: `none` is proved, `unknown` means that the search was cut. */
export interface Refused {
  readonly kind: 'none' | 'unknown'
  readonly refusal: Refusal
}

/** A result, or the reason why there is none. */
export type Outcome<Found> = { readonly kind: 'some'; readonly found: Found } | Refused

/** Whether a goal is known to be met by some value; the search for plans asks nothing else of it. */
export type Witness = (goal: Goal) => Outcome<unknown>

/** An outcome without values. */
export const refuse = (kind: 'none' | 'unknown', reason: string, node?: SchemaNode): Refused => ({
  kind,
  refusal: node === undefined ? { reason } : { reason, node },
})

/** All values that meet a goal, if they are few; else undefined. */
export type Domain = (goal: Goal) => readonly Json[] | undefined

/** More fillers than this are never drawn from a domain of few values. */
const MAX_FILLERS = 200

/** Whether items that meet the goals, and a number of fillers, can all differ: decided for those of few values. */
export const canBeDistinct = (
  goals: readonly Goal[],
  filler: Goal | undefined,
  fillers: number,
  domainOf: Domain,
): boolean => {
  const fillerDomain = filler && domainOf(filler)
  if (fillerDomain !== undefined && fillers > MAX_FILLERS) return false
  const domains = [
    ...goals.map(domainOf),
    ...Array.from({ length: fillerDomain === undefined ? 0 : fillers }, () => fillerDomain),
  ].filter((domain) => domain !== undefined)
  return findDistinct(domains) !== undefined
}

/** One value from each domain, all different, or undefined: a matching by augmenting paths (Kuhn). */
const findDistinct = (domains: readonly (readonly Json[])[]): ReadonlyMap<string, number> | undefined => {
  const owners = new Map<string, number>()
  const texts = domains.map((domain) => domain.map(toCanonicalText))
  const claim = (domain: number, tried: Set<string>): boolean => {
    for (const text of texts[domain] ?? []) {
      if (tried.has(text)) continue
      tried.add(text)
      const owner = owners.get(text)
      if (owner !== undefined && !claim(owner, tried)) continue
      owners.set(text, domain)
      return true
    }
    return false
  }
  return texts.every((_, domain) => claim(domain, new Set())) ? owners : undefined
}
