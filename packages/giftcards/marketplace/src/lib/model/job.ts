import type { PaymentLegKey } from './payment.ts'

/** The work of a job. */
export type JobTask =
  /** Settles a payment whose process died or could not reach the gateway. */
  | { readonly kind: 'settle-payment'; readonly reference: string }
  /** Refunds one leg of an order's payment. */
  | { readonly kind: 'refund'; readonly orderId: number; readonly position: number }
  /** Takes the next step of an order. */
  | { readonly kind: 'order-step'; readonly orderId: number }
  /** Voids the cards of a canceled order at their issuer. */
  | { readonly kind: 'void-cards'; readonly orderId: number }
  /** Releases expired carts; recurring. */
  | { readonly kind: 'expire-carts' }
  /** Deletes records after their retention; recurring. */
  | { readonly kind: 'purge'; readonly records: PurgedRecords }

/** Records that are deleted after their retention. */
export type PurgedRecords = 'idempotency-records' | 'attempts' | 'jobs'

/** The state of a job. A parked one waits for an operator. */
export type JobState = 'open' | 'parked' | 'done' | 'canceled'

/** Work to be done later. Its row is written in the transaction that causes it. */
export interface Job {
  /** Derived from the task and its subject, so that no work is queued twice: `refund/100001/0`. */
  readonly id: string
  readonly task: JobTask
  readonly state: JobState
  /** The earliest start, milliseconds since the epoch by the service clock. */
  readonly dueAt: number
  /** Number of attempts so far. */
  readonly attempts: number
  /** Milliseconds since the epoch in real time. The lease of a running attempt, or the pause after a failed one. */
  readonly heldUntil: number
  /** The error of the last attempt that failed; `null`: none has. */
  readonly lastError: string | null
  /** Milliseconds since the epoch, by the service clock; `null` while it is open or parked. */
  readonly endedAt: number | null
}

/** The id of the job that refunds a leg. */
export function refundJobId({ orderId, position }: PaymentLegKey): string {
  return `refund/${orderId}/${position}`
}

/** A job to insert. */
export type NewJob = Pick<Job, 'id' | 'task' | 'dueAt'>

/** Jobs of one kind and state. */
export interface JobCount {
  readonly kind: JobTask['kind']
  readonly state: JobState
  readonly count: number
  /** When the first of them was due, milliseconds since the epoch by the service clock. */
  readonly oldestDueAt: number
}

/** Reads jobs. */
export interface JobsReader {
  findJob(id: string): Promise<Job | undefined>
  /** Jobs in a state, in order of their due time, then by id. */
  listJobs(state: JobState, limit: number): Promise<readonly Job[]>
  /** The number of open and parked jobs, by kind and state. */
  countJobs(): Promise<readonly JobCount[]>
}

/** Writes jobs, and deletes old records for them. */
export interface JobsWriter {
  /** Inserts an open job. Reopens an ended job of the same id; leaves any other unchanged. */
  insertJob(job: NewJob): Promise<void>
  /**
   * Claims open jobs that are due and not held, in order of their due time, holds them until `heldUntil`, and counts the attempt.
   * Two processes never get the same job.
   */
  claimJobs(claim: {
    readonly now: number
    readonly realNow: number
    readonly heldUntil: number
    readonly limit: number
  }): Promise<readonly Job[]>
  /**
   * Extends the lease of a job for the process that works on it. Does nothing if the job has ended or another attempt at it has
   * begun.
   */
  renewJob(attempt: Pick<Job, 'id' | 'attempts'>, heldUntil: number): Promise<void>
  /**
   * Changes a job. With `ifState`, changes it only if it is in that state, and returns whether it was. Without `ifState`,
   * throws if there is no such job. Atomic.
   */
  updateJob(
    id: string,
    change: Partial<Pick<Job, 'state' | 'attempts' | 'heldUntil' | 'lastError' | 'endedAt'>>,
    ifState?: JobState,
  ): Promise<boolean>
  /** Marks an open or parked job as done; does nothing if there is none. */
  endJob(id: string, at: number): Promise<void>

  /**
   * Deletes records, the oldest first: idempotency records that expired at or before a moment, attempts that were made before it,
   * jobs that ended before it. Deletes at most `limit`, and returns the number.
   */
  purge(records: PurgedRecords, before: number, limit: number): Promise<number>
}
