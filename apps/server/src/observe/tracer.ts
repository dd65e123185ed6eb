import type { Request, Response } from 'express'

/** The caller of the store. */
export type StoreCaller = 'request' | 'sweeper'

/** The kind of a store call. */
export type StoreCallKind = 'transaction' | 'read' | 'ping'

/** Traces requests for a collector. */
export interface Tracing {
  /** Runs `next` within a span of the request, which ends when the response is closed. */
  traceRequest(request: Request, response: Response, next: () => void): void
  /** Runs one call of the store within a child of the current span. */
  storeCall<T>(kind: StoreCallKind, caller: StoreCaller, call: () => Promise<T>): Promise<T>
  /** The trace id of a request, for its log line. */
  findTraceId(response: Response): string | undefined
  /** Sends the remaining spans, within three seconds. Never rejects. */
  stop(): Promise<void>
}

/** Traces nothing. */
export const noTracing: Tracing = {
  traceRequest: (_request, _response, next) => next(),
  storeCall: (_kind, _caller, call) => call(),
  findTraceId: () => undefined,
  stop: () => Promise.resolve(),
}

/** The settings of tracing. */
export interface TracingSettings {
  /** The base URL of a collector that accepts OTLP over HTTP. */
  readonly endpoint: string
  readonly serviceName: string
}
