import { setTimeout } from 'node:timers/promises'
import type { Answer } from './shopper.ts'

/** The responses and times that clients saw. */
export interface Seen {
  /** How long each request took, in milliseconds. */
  readonly latencies: readonly number[]
  /** How often each operation returned each status. */
  readonly statuses: ReadonlyMap<string, number>
}

/** How many turns begin at one time, and how often. */
export interface Rate {
  readonly atOneTime: number
  readonly perSecond: number
}

/**
 * Begins turns at every tick of a fixed rate, whether or not those before have ended, as independent customers do. Somebody who is kept
 * waiting therefore does not lower the load. The first request of a turn is timed from its tick.
 */
export async function runAtRate(
  { atOneTime, perSecond }: Rate,
  seconds: number,
  firstTurn: number,
  work: (turn: number) => Promise<readonly Answer[]>,
): Promise<Seen> {
  const latencies: number[] = []
  const statuses = new Map<string, number>()
  const begin = performance.now()
  const running: Promise<void>[] = []
  const runTurn = async (turn: number, lateMs: number): Promise<void> => {
    for (const [index, { operationId, status, ms }] of (await work(turn)).entries()) {
      latencies.push(index === 0 ? ms + lateMs : ms)
      const name = `${operationId} ${status}`
      statuses.set(name, (statuses.get(name) ?? 0) + 1)
    }
  }
  for (let tick = 0; tick < perSecond * seconds; tick += 1) {
    const at = begin + (tick * 1000) / perSecond
    await setTimeout(Math.max(0, at - performance.now()))
    const lateMs = Math.max(0, performance.now() - at)
    for (let index = 0; index < atOneTime; index += 1)
      running.push(runTurn(firstTurn + tick * atOneTime + index, lateMs))
  }
  await Promise.all(running)
  return { latencies, statuses }
}

/** Several measurements taken as one. */
export function joinSeen(all: readonly Seen[]): Seen {
  const statuses = new Map<string, number>()
  for (const seen of all)
    for (const [name, count] of seen.statuses) statuses.set(name, (statuses.get(name) ?? 0) + count)
  return { latencies: all.flatMap((seen) => seen.latencies), statuses }
}

/** The value below which such a part of the values lies, from 0 to 1. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN
}
