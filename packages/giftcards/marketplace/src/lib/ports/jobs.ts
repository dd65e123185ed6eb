import type { Job, JobCount, JobState, NewJob, PurgedRecords } from '../model/job.ts'

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
