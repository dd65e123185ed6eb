import type { Request, Response } from 'express'

/** The caller of the store. */
export type StoreCaller = 'request' | 'sweeper'

/** How the store was called. */
export type StoreCallKind = 'transaction' | 'read' | 'ping'

/** Traces requests for a collector. */
export interface Tracing {
  /** Runs `next` within a span of the request, which ends when the response is closed. */
  traceRequest(request: Request, response: Response, next: () => void): void
  /** Runs one call of the store within a child of the current span. */
  storeCall<T>(kind: StoreCallKind, caller: StoreCaller, call: () => Promise<T>): Promise<T>
  /** The id of the trace to which a request belongs; its log line names it. */
  findTraceId(response: Response): string | undefined
  /** Sends the spans that are left, within three seconds. Never rejects. */
  stop(): Promise<void>
}

/** Traces nothing. */
export const noTracing: Tracing = {
  traceRequest: (_request, _response, next) => next(),
  storeCall: (_kind, _caller, call) => call(),
  findTraceId: () => undefined,
  stop: () => Promise.resolve(),
}

/** Where traces are sent, and by whom. */
export interface TracingSettings {
  /** The base address of a collector that takes OTLP over HTTP. */
  readonly endpoint: string
  readonly serviceName: string
}
