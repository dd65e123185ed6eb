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

/** Every run of the contract checker of which figures are kept; two, since a machine has more than one processor. */
export const checkNames = ['requests-1', 'requests-2'] as const

/** The name of a fault. */
export type FaultName = (typeof faultNames)[number]

/** The name of a run of the contract checker. */
export type CheckName = (typeof checkNames)[number]

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

/** The machine of the run. */
export interface Machine {
  readonly node: string
  readonly sqlite: string
  readonly system: string
  readonly processors: number
}

/** How the authorization matrix was proven, by `test/security`. */
export interface Matrix {
  readonly operations: number
  readonly callers: number
  readonly cells: number
}

/** Everything that the documentation shows. */
export interface Figures {
  readonly faults: Readonly<Record<FaultName, FaultFigures>>
  readonly checks: Readonly<Record<CheckName, CheckFigures>>
  readonly matrix: Matrix
  readonly machine: Machine
  readonly postgres: { readonly version: string }
}
