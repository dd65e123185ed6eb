/** What guards, hooks and handlers may know of a request; never its body or its query. */
export interface RequestFacts {
  /** The caller's `x-request-id` when it is safe, else a generated one. */
  readonly requestId: string
  /** Upper case. */
  readonly method: string
  /** As sent, still percent-encoded, without the query. */
  readonly path: string
  /** The address of the caller, behind trusted proxies as well; never logged. */
  readonly ip: string
  /** Null for a path or method outside every bound document. */
  readonly operationId: string | null
  /** One request header, whatever the case of its name. */
  header(name: string): string | undefined
}

const SAFE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/

/** The request id to answer with: the one sent when it is 1–128 safe characters, else a new one (decision: errors). */
export function chooseRequestId(sent: string | undefined, newRequestId: () => string): string {
  return sent !== undefined && SAFE_REQUEST_ID.test(sent) ? sent : newRequestId()
}
