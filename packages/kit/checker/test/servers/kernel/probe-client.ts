/** The parts of a request, besides method and target, that a probe may set. */
interface ProbeOptions {
  /** Sent as `application/json`, unless `headers` say otherwise. */
  readonly json?: unknown
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Leaves the credentials out. */
  readonly anonymous?: boolean
}

/** A response, with its body read. */
export interface ProbeAnswer {
  /** The request that was sent. */
  readonly method: string
  readonly target: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body, loosely typed since the reader knows what was asked; undefined if it is no JSON. */
  readonly json: ProbeJson
}

/** A JSON value that can be walked without asking at each step what is there. */
export type ProbeJson = { readonly [name: string]: ProbeJson } & string

/** Sends requests to a server and gives its responses. */
export type ProbeClient = (method: string, target: string, options?: ProbeOptions) => Promise<ProbeAnswer>
