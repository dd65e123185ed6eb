import { untilAborted } from './until-aborted.ts'

/** Does one work at a time, in the order they came: at once where it is the only one, and then answers as the work does. */
export type Queue = <Value>(
  work: () => Value | Promise<Value>,
  signal?: AbortSignal,
) => Value | Promise<Value>

/** Whether a value is still to come: promises of other realms and libraries are no `Promise`. */
export function isPromise<Value>(value: Value | Promise<Value>): value is Promise<Value> {
  return !!(value as Promise<Value> | undefined)?.then
}

/** An empty queue. Work whose signal aborts while it waits leaves the queue; the rest keep their order. */
export function createQueue(): Queue {
  let last: Promise<unknown> | undefined
  return (work, signal) => {
    const mine = last ? untilAborted(last, signal).then(work) : work()
    if (!isPromise(mine)) return mine
    // Nothing of what the work answered is kept: a queue that lives as long as its client must not hold every order.
    // Who leaves has no turn, and those behind still wait for those before.
    const end = (): void => {
      if (last === ended) last = undefined
    }
    const ended = Promise.allSettled([last, mine]).then(end)
    last = ended
    return mine
  }
}
