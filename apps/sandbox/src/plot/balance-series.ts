import type { Transaction } from '../watch/sandbox-data.ts'

/** A balance over time: at each time, in seconds since the epoch, the dollars from then on. Times never go back. */
export interface BalanceSeries {
  readonly times: readonly number[]
  readonly balances: readonly number[]
}

/**
 * The balance after each transaction, oldest first, and the current balance. The service clock may have been set
 * back. A later transaction then gets the latest time before it, so the plot keeps the order of the ledger.
 */
export function toBalanceSeries(newestFirst: readonly Transaction[], nowMs: number): BalanceSeries {
  const times: number[] = []
  const balances: number[] = []
  for (const { date, balance } of newestFirst.toReversed()) {
    times.push(Math.max(times.at(-1) ?? 0, Date.parse(date) / 1000))
    balances.push(balance)
  }
  const last = balances.at(-1)
  if (last === undefined) return { times, balances }
  return { times: [...times, Math.max(times.at(-1) ?? 0, nowMs / 1000)], balances: [...balances, last] }
}

/** The time range of a plot, in seconds: starts shortly before the purchases, not at a much older first row. */
export function plotWindow({ times }: BalanceSeries): readonly [from: number, to: number] {
  const to = times.at(-1) ?? 0
  const first = times[0] ?? to
  const second = times[1] ?? to
  const busy = to - second
  const isCalmBefore = second - first > 4 * busy
  const from = isCalmBefore ? second - Math.max(busy / 4, shortestSeconds) : first
  return [Math.min(from, to - shortestSeconds), to]
}

/** The shortest time range of a plot. */
const shortestSeconds = 60

/** The dollar range of a plot: all balances with some padding, never below 0. */
export function plotRange({ balances }: BalanceSeries): readonly [from: number, to: number] {
  const [low, high] = [Math.min(...balances), Math.max(...balances)]
  // A constant balance is a line in the middle.
  const air = Math.max((high - low) / 8, high / 50, 1)
  return [Math.max(0, low - air), high + air]
}
