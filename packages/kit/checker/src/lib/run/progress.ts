import type { PhaseName } from './exchange.ts'

/** How far a run is; told before and after each piece of work. */
export interface Progress {
  readonly phase: PhaseName
  /** Operation or path at work. */
  readonly subject: string
  /** Pieces of work done and planned, over all phases. */
  readonly done: number
  readonly total: number
  readonly requests: number
  readonly findings: number
}
