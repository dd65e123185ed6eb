/** The resources that a side's processes have used. */
export interface Usage {
  /** CPU time since the start, user and system, in microseconds. */
  readonly cpuUs: number
  /** CPU time of a database in processes of its own; 0 if there is none, or if it cannot be known. */
  readonly databaseCpuUs: number
  /** Resident memory now. */
  readonly rssBytes: number
}

/** A running server that is measured. */
export interface RunningSide {
  readonly port: number
  readonly url: string
  /** Asks the process itself, so that it is exact on every system. */
  usage(): Promise<Usage>
  /** Ends it. */
  stop(): Promise<void>
}
