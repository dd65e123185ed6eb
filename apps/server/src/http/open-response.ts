import type { ServerResponse } from 'node:http'

/**
 * What is known of a response beside its status. Its headers go out in one piece, which costs a third of setting them
 * one by one, and cannot be asked for afterwards.
 */
export interface OpenResponse {
  readonly requestId: string
  /** Headers of every answer of the application, the request id included; names and values in turn. */
  readonly headers: readonly string[]
  /** The `x-error-code` it was answered with; null until then, and where it is no failure. */
  errorCode: string | null
}

const opened = new WeakMap<ServerResponse, OpenResponse>()

/** Says what every answer by this response carries. */
export function openResponse(response: ServerResponse, requestId: string, headers: readonly string[]): void {
  opened.set(response, { requestId, headers: ['x-request-id', requestId, ...headers], errorCode: null })
}

/** What is known of a response; undefined before its request was looked at. */
export function findOpenResponse(response: ServerResponse): OpenResponse | undefined {
  return opened.get(response)
}
