import type { Response } from 'express'

/** Values that other middleware sets on `response.locals` for the log, the metrics and the traces. */
export interface ObservedLocals {
  /** The `x-request-id` of the response. */
  requestId: string
  /** The address that limits count the caller by. */
  address: string
  /** Absent for pages, for unknown paths, and for a request that failed before its operation was known. */
  operation?: {
    readonly operationId: string
    /** The path template of the contract, never the path of the request. */
    readonly path: string
    readonly method: string
  }
  /** A known route outside the contract, as a literal such as `/healthz` or `/docs`. */
  route?: string
  caller?: { readonly appId?: string }
  /** How to fix the request, if status and message do not say. A fixed text that quotes nothing of the request. */
  hint?: string
}

/** The locals of a response. Read them when the response is closed: the router sets `operation` before. */
export const localsOf = (response: Response): ObservedLocals => response.locals as ObservedLocals

/** The machine-readable code of an error response; null for any other response. */
export function errorCodeOf(response: Response): string | null {
  const code = response.getHeader('x-error-code')
  return typeof code === 'string' ? code : null
}
