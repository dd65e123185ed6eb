/** One request as it travels, sent several times in a row. */
export interface LoadStep {
  /** Head and body. */
  readonly text: string
  /** The status of a correct response; any other is a failure. */
  readonly status: number
  /** How often it is sent before the next step. */
  readonly times: number
}

/** The requests that each connection sends, over and over, in this order. */
export interface LoadPlan {
  /** One for each connection that may be opened. */
  readonly lanes: readonly (readonly LoadStep[])[]
}

/** When a job ends; what is in flight then is waited for. */
export type LoadEnd = { readonly seconds: number } | { readonly requests: number }

/** The way to drive a plan. */
export interface LoadJob {
  /** The name under which the plan was given. Each connection continues where it stopped the last time. */
  readonly plan: string
  /** The connections go to them in turn. */
  readonly ports: readonly number[]
  /** Each with one request in flight. */
  readonly connections: number
  readonly until: LoadEnd
}

/** The result of a job. */
export interface LoadResult {
  /** Requests with a response, including those in flight at the end. */
  readonly requests: number
  /** `requests` divided by the seconds until the last response. */
  readonly perSecond: number
  readonly p50Us: number
  readonly p99Us: number
  /** Responses of a status that was not expected. */
  readonly failures: number
  /** The first of them. */
  readonly firstFailure: string | undefined
}
