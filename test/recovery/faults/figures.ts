import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** Every fault of which figures are kept, in the order in which they are shown. */
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

/** The figures of one fault: counts, and one ratio of times of the same run. */
export interface FaultFigures {
  /** The fault, as a sentence. */
  readonly title: string
  readonly seed: number
  /** How often it was to happen. */
  readonly wanted: number
  /** How often it happened, and everything was checked after it. */
  readonly rounds: number
  /** Requests of the load. */
  readonly requests: number
  /** Rounds in which at least one request that writes was in flight; absent for a fault that has no moment. */
  readonly writing?: number
  /** Checkouts in flight at those moments, all rounds together. */
  readonly checkouts?: number
  /** Purchases whose outcome was checked. */
  readonly purchases: number
  /** Payments that the fault left pending, and that were settled. */
  readonly settledPayments: number
  /** Purchases whose response was lost, and that were repeated under their key. */
  readonly repeatedPurchases: number
  /** The longest time to be ready again, in normal starts of a server; absent if nothing had to become ready. */
  readonly slowestRecovery?: number
  /** Things that were wrong after any of the rounds. */
  readonly lost: number
}

/** The figures of a run of the contract checker. */
export interface CheckFigures {
  /** How many requests were to be sent. */
  readonly wanted: number
  readonly requests: number
  readonly seeds: readonly number[]
  /** Responses by class of status, `2xx` to `5xx`, and `none` where no response came. */
  readonly answers: Readonly<Record<string, number>>
  /** Of these, 429. */
  readonly throttled: number
  /** Operations that succeeded with each seed, of those there are. */
  readonly operations: { readonly reached: number; readonly total: number }
  readonly findings: number
}

const folder = join(import.meta.dirname, '.figures')

/** Writes down what one part of a run saw so far. */
export function writePart(name: string, seen: object): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(seen, undefined, 2)}\n`)
}

/** The figures that a part has written; `undefined` if it did not run. */
export function readPart(name: string): unknown {
  const file = join(folder, `${name}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** A sentence if a fault did not happen as often as planned, or something was lost; none if all is well. */
export function judgeFault(name: string, figures: FaultFigures | undefined): readonly string[] {
  if (figures === undefined) return [`${name} did not run.`]
  const { rounds, wanted, lost, seed } = figures
  if (lost !== 0) return [`${name} lost something: ${lost} faults were found, with seed ${seed}.`]
  return rounds !== wanted ? [`${name} ended after ${rounds} of ${wanted} rounds, with seed ${seed}.`] : []
}

/** A sentence for each thing that keeps a run of the contract checker from being a proof. */
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

/** Says how far a part has come. */
export function reportProgress(what: string, done: number, of: number, more: string): void {
  process.stdout.write(`${what}: ${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}, ${more}\n`)
}
