import { basename } from 'node:path'
import { expect } from 'vitest'
import { countPendingPayments } from './books/read-service.ts'
import type { Service } from './start-service.ts'
import { type FaultFigures, type FaultName, reportProgress, writePart } from './figures.ts'

/** A fault that is applied to a service repeatedly, and its results. */
export interface FaultRun {
  readonly figures: FaultFigures
  /** The context for the message of an assertion: the round, and how to repeat it. */
  readonly context: string
  /** Counts the requests in flight. Must be called at the moment when the fault strikes. */
  strike(): void
  /** Counts the pending payments before any process settles them. */
  countPending(): Promise<number>
  /** Records how long the service took to become ready again, in multiples of a normal server start. */
  noteRecovery(starts: number): void
  /** Checks everything. Fails with a sentence for each problem. */
  endRound(): Promise<void>
}

/** The options of a run. */
export interface FaultRunOptions {
  /** The fault, as a sentence. */
  readonly title: string
  /** The planned number of rounds. */
  readonly rounds: number
  readonly seed: number
  readonly service: Service
}

/** Starts a run. Its figures are written after each round. */
export function openFaultRun(name: FaultName, { title, rounds, seed, service }: FaultRunOptions): FaultRun {
  let figures: FaultFigures = {
    title,
    seed,
    wanted: rounds,
    rounds: 0,
    requests: 0,
    purchases: 0,
    settledPayments: 0,
    repeatedPurchases: 0,
    lost: 0,
  }
  const file = basename(expect.getState().testPath ?? '')
  const contextOf = (): string =>
    `round ${figures.rounds + 1}; repeat with FAULT_SEED=${seed} npm run test:nightly -w test/recovery -- ${file}`
  return {
    get figures() {
      return figures
    },
    get context() {
      return contextOf()
    },
    strike() {
      const { writes, checkouts } = service.load.inFlight
      figures = {
        ...figures,
        writing: (figures.writing ?? 0) + (writes > 0 ? 1 : 0),
        checkouts: (figures.checkouts ?? 0) + checkouts,
      }
    },
    async countPending() {
      const pending = await countPendingPayments(service.store)
      figures = { ...figures, settledPayments: figures.settledPayments + pending }
      return pending
    },
    noteRecovery(starts) {
      figures = { ...figures, slowestRecovery: Math.max(figures.slowestRecovery ?? 0, starts) }
    },
    async endRound() {
      const { book, inFlight } = service.load
      // Otherwise, the counts at the moment of the fault mean nothing.
      expect(inFlight, 'in flight when every buyer has stopped').toStrictEqual({ writes: 0, checkouts: 0 })
      const repeated = book.open.size
      const context = contextOf()
      const wrong = await service.check()
      figures = {
        ...figures,
        rounds: figures.rounds + 1,
        requests: service.load.requests,
        purchases: book.answered.size,
        repeatedPurchases: figures.repeatedPurchases + repeated,
        lost: figures.lost + wrong.length,
      }
      writePart(name, figures)
      expect(wrong, `in ${context}`).toStrictEqual([])
      reportProgress(name, figures.rounds, rounds, `seed ${seed}`)
    },
  }
}
