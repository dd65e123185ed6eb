import type { WireRequest, WireResponse } from '../wire/wire-request.ts'

/** A response and how long it took, from the first byte sent to the last one read, in milliseconds. */
export interface TimedResponse extends WireResponse {
  readonly elapsedMs: number
}

/** Sends one request below a base URL; redirects are answers and are not followed. */
export interface Transport {
  /** Throws {@link TimeoutError} or {@link ConnectionError}. */
  readonly send: (request: WireRequest, timeoutMs: number) => Promise<TimedResponse>
  readonly close: () => void
}

/** No complete answer within the time allowed. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** No HTTP answer: the connection was refused, cut, or what came was not HTTP. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** Nobody listens: the server is gone, whatever was asked. */
  readonly isRefused: boolean

  constructor(message: string, options: { readonly isRefused?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.isRefused = options.isRefused ?? false
  }
}
