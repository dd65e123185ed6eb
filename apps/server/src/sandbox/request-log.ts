import type { SandboxWire } from '@giftcards/contract/sandbox'
import type { Request, RequestHandler, Response } from 'express'
import { errorCodeOf, localsOf } from '../observe/locals.ts'

/** One entry of the request log: nothing of headers, bodies or queries, and the path redacted. */
export type RequestLogEntry = SandboxWire.components['schemas']['RequestLogEntry']

const capacity = 500

/** The most recent requests of partners, for a person to look at; kept in memory only. */
export interface RequestLog {
  /** Skips pages, probes and preflights, which are successful requests without an operation. */
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

/** Keeps each request of a partner when its response is closed; `now` is the service clock. */
export function keepRequests(log: RequestLog, now: () => number): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now()
    response.once('close', () => {
      const pathname = pathOf(request.originalUrl)
      if (pathname.startsWith('/__sandbox/')) return
      log.add(toEntry(request, response, { now: now(), durationMs: performance.now() - startedAt, pathname }))
    })
    next()
  }
}

/** The path of a request target as it was sent; the absolute form loses its origin (RFC 9112, 3.2.2). */
const pathOf = (target: string): string => target.replace(/^https?:\/\/[^/?#]*/i, '').split('?')[0] ?? ''

function toEntry(
  request: Request,
  response: Response,
  {
    now,
    durationMs,
    pathname,
  }: { readonly now: number; readonly durationMs: number; readonly pathname: string },
): RequestLogEntry {
  const { requestId, operation, caller } = localsOf(response)
  const operationId = operation?.operationId ?? null
  return {
    at: new Date(now).toISOString(),
    requestId,
    method: request.method,
    path: redactPath(pathname, operation?.path),
    operationId,
    status: response.statusCode,
    errorCode: errorCodeOf(response),
    durationMs: Math.round(durationMs * 10) / 10,
    app: caller?.appId ?? null,
  }
}

const hidden = '*'
/** Matches an id of the service: a UUID, or an integer far shorter than a card number. */
const idPattern = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{1,9})$/
/** A plain word, as in `v3`, `drawdown-account` or a misspelling of them. */
const wordPattern = /^(v\d{1,2}(\.\d{1,2})?|[a-z][a-z.-]{0,31})$/

/**
 * Redacts a path for display. A segment that is neither a word nor an id becomes `*`, since it may be a coupon code,
 * a card number or a token. `template` is the template of the operation, if there is one. Its parameters are never
 * words.
 */
export function redactPath(path: string, template: string | undefined): string {
  const known = template?.split('/')
  return path
    .split('/')
    .map((segment, index) => (isFit(segment, known?.[index]) ? segment : hidden))
    .join('/')
}

function isFit(segment: string, known: string | undefined): boolean {
  if (segment === '' || segment === known || idPattern.test(segment)) return true
  return known === undefined && wordPattern.test(segment)
}
