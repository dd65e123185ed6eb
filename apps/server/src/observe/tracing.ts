import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestFacts } from '@contract-kit/express'

/** Who asked something of the store. */
export type StoreCaller = 'request' | 'sweeper'

/** What is asked of the store. */
export type StoreCallKind = 'transaction' | 'read' | 'ping'

/** Follows requests through the server, for a collector of traces. */
export interface Tracing {
  /** Serves one request within a span of its own, which ends with the response. */
  serve(request: IncomingMessage, response: ServerResponse, next: () => void): void
  /** Says where the request being served has arrived: a path template, never a path. */
  arriveAt(route: string, facts: RequestFacts): void
  /** Runs one call of the store within a child span. */
  storeCall<T>(kind: StoreCallKind, caller: StoreCaller, call: () => Promise<T>): Promise<T>
  /** The trace of a request that has arrived somewhere, to be found again from its log line. */
  findTraceId(facts: RequestFacts): string | undefined
  /** Sends what is left, as far as a few seconds allow. Never rejects. */
  stop(): Promise<void>
}

/** Follows nothing. */
export const noTracing: Tracing = {
  serve: (_request, _response, next) => next(),
  arriveAt: () => undefined,
  storeCall: (_kind, _caller, call) => call(),
  findTraceId: () => undefined,
  stop: () => Promise.resolve(),
}
