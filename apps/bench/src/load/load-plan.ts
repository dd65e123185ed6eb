/** One request as it travels, sent several times in a row. */
export interface LoadStep {
  /** Head and body. */
  readonly text: string
  /** What a right answer has; any other is a failure. */
  readonly status: number
  /** How often it is sent before the next step. */
  readonly times: number
}

/** What each connection sends, over and over, in this order. */
export interface LoadPlan {
  /** One for each connection that may be opened. */
  readonly lanes: readonly (readonly LoadStep[])[]
}

/** When a job ends; what is in flight then is waited for. */
export type LoadEnd = { readonly seconds: number } | { readonly requests: number }

/** How a plan is to be driven. */
export interface LoadJob {
  /** The plan, by the name it was given under. Each connection goes on where it stopped the last time. */
  readonly plan: string
  /** The connections go to them in turn. */
  readonly ports: readonly number[]
  /** Each with one request in flight. */
  readonly connections: number
  readonly until: LoadEnd
}

/** What came of a job. */
export interface LoadResult {
  /** Requests that were answered, those included that were in flight at the end. */
  readonly requests: number
  /** `requests` by the seconds until the last of them was answered. */
  readonly perSecond: number
  readonly p50Us: number
  readonly p99Us: number
  /** Answers of a status that was not expected. */
  readonly failures: number
  /** The first of them. */
  readonly firstFailure: string | undefined
}
