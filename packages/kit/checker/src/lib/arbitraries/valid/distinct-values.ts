import { toCanonicalText } from '../../schema/judge/equal-json.ts'
import type { Json } from '../../schema/json.ts'
import type { Goal } from './goal.ts'

/** All values that meet a goal, where they are few; else undefined. */
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
