import { untilAborted } from './until-aborted.ts'

/** Does one work at a time, in the order they came. */
export type Queue = <Value>(work: () => Value | Promise<Value>, signal?: AbortSignal) => Promise<Value>

const end = (): void => undefined

/** An empty queue. Work whose signal aborts while it waits leaves the queue; the rest keep their order. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  return (work, signal) => {
    const mine = untilAborted(last, signal).then(work)
    // Nothing of what the work answered is kept: a queue that lives as long as its client must not hold every order.
    // Work that nobody can call off has its turn before it ends.
    last = (signal ? Promise.allSettled([last, mine]) : mine).then(end, end)
    return mine
  }
}
