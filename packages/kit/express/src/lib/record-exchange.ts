import type { ServerResponse } from 'node:http'
import { findOpenResponse } from './open-response.ts'
import type { RequestFacts } from './request-facts.ts'

/** What the guards found of a caller. */
export type KnownCaller = Readonly<Record<string, unknown>>

/** One request and its answer, for logs and metrics. */
export interface ExchangeRecord {
  readonly facts: RequestFacts
  readonly status: number
  /** The `x-error-code` of the answer; null when it is no failure. */
  readonly errorCode: string | null
  readonly durationMs: number
  readonly caller: KnownCaller
  /** True when the client went away before the answer was sent. */
  readonly aborted: boolean
}

/** Reports the exchange once its response is closed; gives the means to add what became known of the caller. */
export function recordExchange(
  response: ServerResponse,
  facts: RequestFacts,
  onExchange: ((record: ExchangeRecord) => void) | undefined,
): (caller: KnownCaller) => void {
  const startedAt = performance.now()
  let caller: KnownCaller = {}
  response.once('close', () => {
    onExchange?.({
      facts,
      status: response.statusCode,
      errorCode: findOpenResponse(response)?.errorCode ?? null,
      durationMs: performance.now() - startedAt,
      caller,
      aborted: !response.writableFinished,
    })
  })
  return (found) => {
    caller = found
  }
}
