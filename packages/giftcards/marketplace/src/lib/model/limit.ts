/** A limit that a request was counted against, as its sender may see it. */
export interface LimitReport {
  /** In lower case, with hyphens. */
  readonly name: string
  /** The most that the limit allows in its window. */
  readonly quota: number
  readonly windowSeconds: number
  /** The remaining allowance. Absent if it must not be disclosed to the caller. */
  readonly left?: LimitLeft
}

/** The remaining allowance of a limit. */
export interface LimitLeft {
  readonly count: number
  /** Whole seconds, at least one, until `count` may rise again. */
  readonly seconds: number
}

/** Receives each limit that a request is counted against. The last report of a name wins. */
export type ReportLimit = (limit: LimitReport) => void
