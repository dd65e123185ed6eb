import type { Outcome } from '../answer/outcome.ts'
import type { Operation } from '../contract/operation.ts'
import type { Target } from '../request/target.ts'
import type { Draft } from './draft.ts'

/** A request that was sent from this page, and what became of it. */
export interface Exchange {
  /** Counts from 1. */
  readonly id: number
  readonly target: Target
  readonly operation: Operation
  /** Every field as it was sent, but the kept token. */
  readonly draft: Draft
  readonly outcome: Outcome
}
