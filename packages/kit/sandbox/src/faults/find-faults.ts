import { faultKinds } from './all-faults.ts'
import type { Fault, FoundPlace, Liberty, LibertyKind, Site } from './fault.ts'
import { libertyKinds } from './liberties.ts'

/** The possible faults of a server, in the order of the document. */
export const findFaults = (sites: readonly Site[]): readonly Fault[] =>
  findPlaces(sites, faultKinds).map(({ kind, found }) => ({ ...found, class: kind.class }))

/** Allowed differences between servers of a document. */
export const findLiberties = (sites: readonly Site[]): readonly Liberty[] =>
  findPlaces(sites, libertyKinds).map(({ found }) => found)

/**
 * Applies every kind to every operation. Returns at most two places per kind and operation, the first and the last. A shared cause, such as
 * a schema, is used only at its first operation.
 */
function findPlaces<Kind extends LibertyKind>(
  sites: readonly Site[],
  kinds: readonly Kind[],
): readonly { readonly kind: Kind; readonly found: Liberty }[] {
  const shared = new Map<Kind, Set<object>>(kinds.map((kind) => [kind, new Set()]))
  const all = sites.flatMap((site) =>
    kinds.flatMap((kind) => {
      const subjects = shared.get(kind) ?? new Set()
      const places = kind.find(site).filter(({ subject }) => subject === undefined || !subjects.has(subject))
      for (const { subject } of places) if (subject !== undefined) subjects.add(subject)
      return outermost(places).map((place) => ({ kind, found: toFound(kind, site, place) }))
    }),
  )
  return [...new Map(all.map((each) => [each.found.id, each])).values()]
}

const outermost = <Place>(places: readonly Place[]): readonly Place[] =>
  places.length < 3 ? places : [...places.slice(0, 1), ...places.slice(-1)]

const toFound = (
  { id, title, advice }: LibertyKind,
  site: Site,
  { place, deviation, alsoAt = [] }: FoundPlace,
): Liberty => {
  const operationId = site.operation.id
  return {
    id: `${id}@${operationId}${place === '' ? '' : `:${place}`}`,
    kind: id,
    operationIds: [operationId, ...alsoAt],
    title: `${title}${place === '' ? '' : `: ${place}`}`,
    advice: typeof advice === 'string' ? advice : advice(site),
    isOfRouter: deviation.validateBy !== undefined,
    deviation,
  }
}
