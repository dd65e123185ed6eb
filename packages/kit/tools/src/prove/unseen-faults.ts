import type { Difference, Fault } from '@contract-kit/sandbox'

/** A correct server that finds the faults that its responses would not show. */
export interface Watch {
  readonly watched: Difference
  /** Faults that would have changed no response so far. Shrinks with each response. */
  readonly unseen: ReadonlySet<Fault>
}

/** Starts to track the given faults that only change responses. */
export function watchFor(faults: readonly Fault[]): Watch {
  const unseen = new Set(faults.filter(({ deviation }) => Object.keys(deviation).join() === 'respond'))
  const faultsAt = new Map<string, Fault[]>()
  for (const fault of unseen)
    for (const id of fault.operationIds) faultsAt.set(id, [...(faultsAt.get(id) ?? []), fault])
  return {
    unseen,
    watched: {
      operationIds: [...faultsAt.keys()],
      isOfRouter: false,
      deviation: {
        respond: (reply, call, operationId) => {
          for (const fault of faultsAt.get(operationId) ?? [])
            if (unseen.has(fault) && fault.deviation.respond?.(reply, call, operationId) !== reply)
              unseen.delete(fault)
          return reply
        },
      },
    },
  }
}
