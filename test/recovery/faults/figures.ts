import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** Every fault that has figures, in display order. */
export const faultNames = [
  'kills-sqlite',
  'kills-postgresql',
  'two-servers-sqlite',
  'two-servers-postgresql',
  'sigterm',
  'postgres-stopped',
  'postgres-stopped-immediately',
  'postgres-killed',
  'disk-full',
  'gateway-slow',
  'gateway-failing',
  'gateway-losing',
  'gateway-hanging',
  'gateway-away',
  'gateway-silenced',
  'gateway-late',
  'gateway-overtaken',
  'clock',
] as const

/** The name of a fault. */
export type FaultName = (typeof faultNames)[number]

/** The figures of one fault: counts, and one ratio of two durations of the same run. */
export interface FaultFigures {
  /** The fault, as a sentence. */
  readonly title: string
  readonly seed: number
  /** The planned number of rounds. */
  readonly wanted: number
  /** The number of rounds after which everything was checked. */
  readonly rounds: number
  /** Requests sent by the load. */
  readonly requests: number
  /** Rounds in which at least one write request was in flight; absent for a fault that has no single moment. */
  readonly writing?: number
  /** Checkouts in flight at those moments, summed over all rounds. */
  readonly checkouts?: number
  /** Purchases whose outcome was checked. */
  readonly purchases: number
  /** Payments that the fault left pending and that were then settled. */
  readonly settledPayments: number
  /** Purchases whose response was lost and that were repeated with their key. */
  readonly repeatedPurchases: number
  /** The longest time to become ready again, in multiples of a normal server start; absent if nothing had to become ready. */
  readonly slowestRecovery?: number
  /** Problems found after any of the rounds. */
  readonly lost: number
}

/** The figures of a run of the contract checker. */
export interface CheckFigures {
  /** The planned number of requests. */
  readonly wanted: number
  readonly requests: number
  readonly seeds: readonly number[]
  /** Responses by status class, `2xx` to `5xx`, and `none` for requests without a response. */
  readonly answers: Readonly<Record<string, number>>
  /** Responses with status 429. */
  readonly throttled: number
  /** Operations that succeeded with each seed, and the number of all operations. */
  readonly operations: { readonly reached: number; readonly total: number }
  readonly findings: number
}

const folder = join(import.meta.dirname, '.figures')

/** Writes the results of one part of a run so far. */
export function writePart(name: string, seen: object): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(seen, undefined, 2)}\n`)
}

/** Reads the figures that a part has written; `undefined` if it did not run. */
export function readPart(name: string): unknown {
  const file = join(folder, `${name}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Returns a sentence if a fault did not happen as often as planned, or if something was lost. */
export function judgeFault(name: string, figures: FaultFigures | undefined): readonly string[] {
  if (figures === undefined) return [`${name} did not run.`]
  const { rounds, wanted, lost, seed } = figures
  if (lost !== 0) return [`${name} lost something: ${lost} faults were found, with seed ${seed}.`]
  return rounds !== wanted ? [`${name} ended after ${rounds} of ${wanted} rounds, with seed ${seed}.`] : []
}

/** Returns a sentence for each reason why a run of the contract checker proves nothing. */
export function judgeCheck(figures: CheckFigures | undefined): readonly string[] {
  if (figures === undefined) return [`The contract checker did not run.`]
  const { requests, wanted, answers, operations, findings } = figures
  const sentences: readonly (readonly [boolean, string])[] = [
    [requests < wanted, `The contract checker ended after ${requests} of ${wanted} requests.`],
    [findings > 0, `The contract checker has ${findings} findings.`],
    [(answers['5xx'] ?? 0) > 0, `The contract checker was answered 5xx ${answers['5xx']} times.`],
    [(answers['none'] ?? 0) > 0, `The contract checker was not answered ${answers['none']} times.`],
    [
      operations.reached < operations.total,
      `The contract checker reached ${operations.reached} of ${operations.total} operations.`,
    ],
  ]
  return sentences.flatMap(([isWrong, sentence]) => (isWrong ? [sentence] : []))
}

/** Prints the progress of a part. */
export function reportProgress(what: string, done: number, of: number, more: string): void {
  process.stdout.write(`${what}: ${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}, ${more}\n`)
}
