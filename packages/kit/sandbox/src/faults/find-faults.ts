import type { Site, Fault, FaultKind } from './fault.ts'
import { faultKinds } from './all-faults.ts'

/** The faults of every kind at every operation, in the order of the document; each place once. */
export function findFaults(
  sites: readonly Site[],
  kinds: readonly FaultKind[] = faultKinds,
): readonly Fault[] {
  const found = sites.flatMap((site) =>
    kinds.flatMap((kind) =>
      kind.find(site).map(({ place, deviation, alsoAt = [] }): Fault => {
        const { id } = site.operation
        return {
          id: `${kind.id}@${id}${place === '' ? '' : `:${place}`}`,
          kind: kind.id,
          class: kind.class,
          operationIds: [id, ...alsoAt],
          title: `${kind.title}${place === '' ? '' : `: ${place}`}`,
          advice: kind.advice,
          deviation,
        }
      }),
    ),
  )
  return [...new Map(found.map((fault) => [fault.id, fault])).values()]
}
