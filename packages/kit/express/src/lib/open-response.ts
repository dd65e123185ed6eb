import type { ServerResponse } from 'node:http'

/**
 * What is known of a response beside its status. Its headers go out in one piece, which costs a third of setting them
 * one by one, and cannot be asked for afterwards.
 */
export interface OpenResponse {
  readonly requestId: string
  /** Headers of every answer of the application beside its request id; names and values in turn. */
  readonly headers: readonly string[]
  /** The `x-error-code` it was answered with; null until then, and where it is no failure. */
  errorCode: string | null
}

/** Kept on the response itself: a map of short-lived keys is costly to collect. */
const opened = Symbol('opened')

type MarkedResponse = ServerResponse & { [opened]?: OpenResponse }

/** Says what every answer by this response carries. */
export function openResponse(response: MarkedResponse, requestId: string, headers: readonly string[]): void {
  response[opened] = { requestId, headers, errorCode: null }
}

/** What is known of a response; undefined before its request was looked at. */
export function findOpenResponse(response: MarkedResponse): OpenResponse | undefined {
  return response[opened]
}
