/** The work of a job. */
export type JobTask =
  /** Settles a payment whose process died or gave up. */
  | { readonly kind: 'settle-payment'; readonly reference: string }
  /** Gives the money of one leg of an order's payment back. */
  | { readonly kind: 'refund'; readonly orderId: number; readonly position: number }
  /** Takes the step of an order that is due. */
  | { readonly kind: 'order-step'; readonly orderId: number }
  /** Makes the cards of a canceled order worthless. */
  | { readonly kind: 'void-cards'; readonly orderId: number }
  /** Releases carts that have expired, again and again. */
  | { readonly kind: 'expire-carts' }
  /** Deletes records that have been kept long enough, again and again. */
  | { readonly kind: 'purge'; readonly records: PurgedRecords }

/** Records that are kept for some time. */
export type PurgedRecords = 'idempotency-records' | 'attempts' | 'jobs'

/** The state of a job. A parked one waits for an operator. */
export type JobState = 'open' | 'parked' | 'done' | 'canceled'

/** Work that is left for later, written in the transaction that causes it. */
export interface Job {
  /** Says what it does and to what, so that one thing is never to be done twice: `refund/100001/0`. */
  readonly id: string
  readonly task: JobTask
  readonly state: JobState
  /** Milliseconds since the epoch, by the service clock: not before. */
  readonly dueAt: number
  /** Number of attempts so far. */
  readonly attempts: number
  /** Milliseconds since the epoch in real time: no process begins it before, because one is at work on it or has just failed. */
  readonly heldUntil: number
  /** The error of the last attempt that failed; `null`: none has. */
  readonly lastError: string | null
  /** Milliseconds since the epoch, by the service clock; `null` while it is open or parked. */
  readonly endedAt: number | null
}

/** A job as it is written. */
export type NewJob = Pick<Job, 'id' | 'task' | 'dueAt'>

/** Jobs of one kind and state. */
export interface JobCount {
  readonly kind: JobTask['kind']
  readonly state: JobState
  readonly count: number
  /** When the first of them was due, milliseconds since the epoch by the service clock. */
  readonly oldestDueAt: number
}

/** Reads jobs: work that is left for later. */
export interface JobsReader {
  findJob(id: string): Promise<Job | undefined>
  /** Jobs in a state, the one due first first, then by id. */
  listJobs(state: JobState, limit: number): Promise<readonly Job[]>
  /** Those that are open or parked, by kind and state. */
  countJobs(): Promise<readonly JobCount[]>
}

/** Writes jobs, and deletes old records for them. */
export interface JobsWriter {
  /** Writes a job that is open. One of the same id that has ended is opened again; any other is left as it is. */
  insertJob(job: NewJob): Promise<void>
  /**
   * Takes open jobs that are due and not held, the one due first first, holds them until `heldUntil`, and counts the attempt. Two
   * processes never get the same job.
   */
  claimJobs(claim: {
    readonly now: number
    readonly realNow: number
    readonly heldUntil: number
    readonly limit: number
  }): Promise<readonly Job[]>
  updateJob(
    id: string,
    change: Partial<Pick<Job, 'state' | 'attempts' | 'heldUntil' | 'lastError' | 'endedAt'>>,
  ): Promise<void>
  /** Marks an open or parked job as done; does nothing where there is none. */
  endJob(id: string, at: number): Promise<void>

  /**
   * Deletes records, the oldest first: idempotency records that expired at or before a moment, attempts that were made before it, jobs
   * that ended before it. Returns how many, at most `limit`.
   */
  purge(records: PurgedRecords, before: number, limit: number): Promise<number>
}
