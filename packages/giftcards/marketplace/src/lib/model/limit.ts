/** A limit that a request was counted against, as its sender may see it. */
export interface LimitReport {
  /** In lower case, with hyphens. */
  readonly name: string
  /** The most that the limit allows in its window. */
  readonly quota: number
  readonly windowSeconds: number
  /** What the caller may still do. Absent where this is not for the caller to know. */
  readonly left?: LimitLeft
}

/** What is left of a limit. */
export interface LimitLeft {
  readonly count: number
  /** Whole seconds, at least one, until `count` may rise again. */
  readonly seconds: number
}

/** Gets each limit that a request is counted against. The last report of a name counts. */
export type ReportLimit = (limit: LimitReport) => void
