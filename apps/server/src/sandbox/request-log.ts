import { operationTable } from '@giftcards/contract'
import type { SandboxWire } from '@giftcards/contract/sandbox'
import type { ExchangeRecord } from '@contract-kit/express'
import { redactPath } from './redact-path.ts'

/** One entry of the request log: nothing of headers, bodies or queries, and the path redacted. */
export type RequestLogEntry = SandboxWire.components['schemas']['RequestLogEntry']

const capacity = 500

/** The most recent requests of partners, for a person to look at; kept in memory only. */
export interface RequestLog {
  /** Keeps nothing of a page, a probe or a preflight: what is answered well without an operation. */
  add(entry: RequestLogEntry): void
  /** Newest first. */
  list(limit: number): readonly RequestLogEntry[]
  clear(): void
}

/** A log of the last 500 requests. */
export function createRequestLog(): RequestLog {
  const entries: RequestLogEntry[] = []
  return {
    add(entry) {
      if (entry.operationId === null && entry.status < 400) return
      entries.push(entry)
      if (entries.length > capacity) entries.shift()
    },
    list: (limit) => entries.slice(-limit).toReversed(),
    clear() {
      entries.length = 0
    },
  }
}

const templates: ReadonlyMap<string | null, string> = new Map(
  Object.values(operationTable).map(({ operationId, path }) => [operationId, path]),
)

/** What the log keeps of an exchange that ended at `now`. */
export function toLogEntry(record: ExchangeRecord, now: number): RequestLogEntry {
  const { facts, status, errorCode, durationMs, caller } = record
  const appId = caller['appId']
  return {
    at: new Date(now).toISOString(),
    requestId: facts.requestId,
    method: facts.method,
    path: redactPath(facts.path, templates.get(facts.operationId)),
    operationId: facts.operationId,
    status,
    errorCode,
    durationMs: Math.round(durationMs * 10) / 10,
    app: typeof appId === 'string' ? appId : null,
  }
}
