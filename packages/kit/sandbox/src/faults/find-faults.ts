import { faultKinds } from './all-faults.ts'
import type { Fault, FaultKind, FoundPlace, Site } from './fault.ts'

/**
 * The faults of every kind at every operation, in the order of the document. A kind has two places at an operation at most, as far apart as
 * they are: more of them tell little more. What several operations share, such as a schema, is wrong at the first of them alone.
 */
export function findFaults(sites: readonly Site[]): readonly Fault[] {
  const shared = new Map<FaultKind, Set<object>>(faultKinds.map((kind) => [kind, new Set()]))
  const found = sites.flatMap((site) =>
    faultKinds.flatMap((kind) => {
      const subjects = shared.get(kind) ?? new Set()
      const places = kind.find(site).filter(({ subject }) => subject === undefined || !subjects.has(subject))
      for (const { subject } of places) if (subject !== undefined) subjects.add(subject)
      return outermost(places).map((place) => toFault(kind, site.operation.id, place))
    }),
  )
  return [...new Map(found.map((fault) => [fault.id, fault])).values()]
}

const outermost = <Place>(places: readonly Place[]): readonly Place[] =>
  places.length < 3 ? places : [...places.slice(0, 1), ...places.slice(-1)]

const toFault = (
  { id, class: name, title, advice }: FaultKind,
  operationId: string,
  { place, deviation, alsoAt = [] }: FoundPlace,
): Fault => ({
  id: `${id}@${operationId}${place === '' ? '' : `:${place}`}`,
  kind: id,
  class: name,
  operationIds: [operationId, ...alsoAt],
  title: `${title}${place === '' ? '' : `: ${place}`}`,
  advice,
  isOfRouter: deviation.validateBy !== undefined,
  deviation,
})
