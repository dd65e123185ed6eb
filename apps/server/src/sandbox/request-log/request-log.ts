import type { SandboxWire } from '@giftcards/contract/sandbox'
import type { Request, RequestHandler, Response } from 'express'
import { operationOf } from '@contract-kit/express'
import { errorCodeOf, localsOf } from '../../observe/locals.ts'
import { redactPath } from '../../observe/redact-path.ts'
import { captureBodies } from './capture.ts'
import type { HeaderLine } from './masked-fields.ts'
import type { createMasking, RequestExchange, SeenExchange } from './masking.ts'
import { type OriginalRequest, replayHeader, type Replays } from './replay.ts'

/** An entry of the list, without headers, bodies and query, and with a redacted path. */
export type RequestLogEntry = SandboxWire.components['schemas']['RequestLogEntry']

const capacity = 500
/** The most bytes of all bodies and characters of all headers, so that the log takes at most 32 MiB. */
const largest = 16 * 1024 * 1024

/** A request to log. */
export interface LoggedRequest {
  readonly entry: Omit<RequestLogEntry, 'number'>
  /** The request and its response with all secrets; never shown. */
  readonly seen: SeenExchange
  /** Whether the body was kept completely, so that the request can be replayed. */
  readonly canReplay: boolean
}

/** The most recent requests of partners, in memory only. */
export interface RequestLog {
  /**
   * Numbers a request and keeps it. Skips pages, probes and preflights, which are successful requests without an operation, unless
   * they are replays.
   * @returns Its number.
   */
  add(request: LoggedRequest): number | undefined
  /** Newest first. */
  list(limit: number): readonly RequestLogEntry[]
  /** The request and its response, masked. Undefined: the log has no such request. */
  find(number: number): RequestExchange | undefined
  /** The request as sent, secrets included. Only for replays. */
  originalOf(number: number): OriginalRequest | undefined
  clear(): void
}

const sizeOf = ({ query, path, request, response }: SeenExchange): number =>
  path.length +
  query.length +
  [request, response].reduce(
    (sum, { headers, body }) => sum + (body?.kept.length ?? 0) + headers.flat().join('').length,
    0,
  )

/** A log of the last 500 requests, or fewer if they are large. */
export function createRequestLog(maskExchange: ReturnType<typeof createMasking>): RequestLog {
  const kept: (LoggedRequest & { readonly entry: RequestLogEntry; readonly size: number })[] = []
  let newest = 0
  let size = 0
  const at = (number: number) => kept[number - newest + kept.length - 1]
  return {
    add({ entry, seen, canReplay }) {
      if (entry.operationId === null && entry.status < 400 && entry.replayOf === null) return undefined
      newest += 1
      const added = { entry: { number: newest, ...entry }, seen, canReplay, size: sizeOf(seen) }
      kept.push(added)
      size += added.size
      while (kept.length > capacity || size > largest) size -= kept.shift()?.size ?? 0
      return newest
    },
    list: (limit) =>
      kept
        .slice(-limit)
        .toReversed()
        .map(({ entry }) => entry),
    find(number) {
      const found = at(number)
      return found && { entry: found.entry, ...maskExchange(found.seen), canReplay: found.canReplay }
    },
    originalOf(number) {
      const found = at(number)
      return found?.canReplay === true ? toOriginal(found) : undefined
    },
    clear() {
      kept.length = 0
      newest = 0
      size = 0
    },
  }
}

function toOriginal({ entry: { method }, seen: { path, query, request } }: LoggedRequest): OriginalRequest {
  return {
    method,
    target: query === '' ? path : `${path}?${query}`,
    headers: request.headers.flat(),
    body: request.body?.kept.toString('latin1'),
  }
}

/** The parts of the middleware that keeps requests. */
export interface KeepRequestsParts {
  readonly log: RequestLog
  readonly replays: Pick<Replays, 'claim'>
  /** The service clock. */
  readonly now: () => number
}

/** Keeps each request of a partner when its response is closed. */
export function keepRequests({ log, replays, now }: KeepRequestsParts): RequestHandler {
  return (request, response, next) => {
    const [pathname, query] = splitTarget(request.originalUrl)
    if (pathname.startsWith('/__sandbox/')) return next()
    const startedAt = performance.now()
    const claim = replays.claim(request)
    const capture = captureBodies(request, response)
    response.once('close', () => {
      const entry = toEntry(request, response, {
        now: now(),
        durationMs: performance.now() - startedAt,
        pathname,
        replayOf: claim?.replayOf ?? null,
      })
      const number = log.add({
        entry,
        seen: {
          operation: operationOf(response),
          path: pathname,
          query,
          status: entry.status,
          app: entry.app,
          request: { headers: toLines(request.rawHeaders), body: capture.request() },
          response: { headers: toSentHeaders(response), body: capture.response() },
        },
        canReplay: capture.isWhole(),
      })
      claim?.done(number)
    })
    next()
  }
}

/** The path and query of a request target as sent, without the origin of the absolute form (RFC 9112, 3.2.2). */
function splitTarget(target: string): readonly [path: string, query: string] {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '')
  const mark = local.indexOf('?')
  return mark < 0 ? [local, ''] : [local.slice(0, mark), local.slice(mark + 1)]
}

function toEntry(
  request: Request,
  response: Response,
  {
    now,
    durationMs,
    pathname,
    replayOf,
  }: {
    readonly now: number
    readonly durationMs: number
    readonly pathname: string
    readonly replayOf: number | null
  },
): Omit<RequestLogEntry, 'number'> {
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
    replayOf,
  }
}

/** The name and value of each header, as sent. */
function toLines(rawHeaders: readonly string[]): readonly HeaderLine[] {
  return rawHeaders.flatMap((name, index): HeaderLine[] =>
    index % 2 === 0 && name.toLowerCase() !== replayHeader ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
}

function toSentHeaders(response: Response): readonly HeaderLine[] {
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
}
