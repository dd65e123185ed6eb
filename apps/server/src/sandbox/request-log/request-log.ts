import type { SandboxWire } from '@giftcards/contract/sandbox'
import type { Request, RequestHandler, Response } from 'express'
import { operationOf } from '@contract-kit/express'
import { errorCodeOf, localsOf } from '../../observe/locals.ts'
import { captureBodies } from './capture.ts'
import type { HeaderLine } from './masked-fields.ts'
import type { createMasking, MaskedExchange, RequestExchange, SeenBody } from './masking.ts'
import { type OriginalRequest, replayHeader, type Replays } from './replay.ts'

/** One entry of the list: nothing of headers, bodies or queries, and the path redacted. */
export type RequestLogEntry = SandboxWire.components['schemas']['RequestLogEntry']

const capacity = 500
/** Characters of all exchanges and originals. So the log takes 32 MiB at most. */
const mostCharacters = 16 * 1024 * 1024

/** A request, as the log takes it. */
export interface LoggedRequest {
  readonly entry: Omit<RequestLogEntry, 'number'>
  /** The exchange, masked. */
  readonly exchange: MaskedExchange
  /** The request as it was sent, for a replay; undefined if it cannot be replayed. */
  readonly original: OriginalRequest | undefined
}

/** The most recent requests of partners, for a person to look at; kept in memory only. */
export interface RequestLog {
  /**
   * Numbers a request and keeps it. Skips pages, probes and preflights, which are successful requests without an operation, unless
   * they are replays.
   * @returns Its number.
   */
  add(request: LoggedRequest): number | undefined
  /** Newest first. */
  list(limit: number): readonly RequestLogEntry[]
  /** Undefined: the log has no such request. */
  find(number: number): RequestExchange | undefined
  /** The request as it was sent, secrets included. It is for sending alone. */
  originalOf(number: number): OriginalRequest | undefined
  clear(): void
}

/** A request that is kept. Two texts instead of their hundred objects: the garbage collector has less to follow. */
interface Kept {
  readonly entry: RequestLogEntry
  /** The masked exchange, as JSON. */
  readonly exchange: string
  /** The request as it was sent, as JSON. */
  readonly original: string | undefined
}

const sizeOf = (kept: Kept | undefined): number =>
  (kept?.exchange.length ?? 0) + (kept?.original?.length ?? 0)

/** A log of the last 500 requests, or fewer if they are large. */
export function createRequestLog(): RequestLog {
  const kept: Kept[] = []
  let newest = 0
  let characters = 0
  const at = (number: number) => kept[number - newest + kept.length - 1]
  const find = (number: number): RequestExchange | undefined => {
    const found = at(number)
    if (found === undefined) return undefined
    const { entry, exchange, original } = found
    return { entry, ...(JSON.parse(exchange) as MaskedExchange), canReplay: original !== undefined }
  }
  return {
    add({ entry, exchange, original }) {
      if (entry.operationId === null && entry.status < 400 && entry.replayOf === null) return undefined
      newest += 1
      const added: Kept = {
        entry: { number: newest, ...entry },
        exchange: JSON.stringify(exchange),
        original: original && JSON.stringify(original),
      }
      kept.push(added)
      characters += sizeOf(added)
      while (kept.length > capacity || characters > mostCharacters) characters -= sizeOf(kept.shift())
      return newest
    },
    list: (limit) =>
      kept
        .slice(-limit)
        .toReversed()
        .map(({ entry }) => entry),
    find,
    originalOf(number) {
      const original = at(number)?.original
      return original === undefined ? undefined : (JSON.parse(original) as OriginalRequest)
    },
    clear() {
      kept.length = 0
      newest = 0
      characters = 0
    },
  }
}

/** The parts of the middleware that keeps requests. */
export interface KeepRequestsParts {
  readonly log: RequestLog
  readonly maskExchange: ReturnType<typeof createMasking>
  readonly replays: Pick<Replays, 'claim'>
  /** The service clock. */
  readonly now: () => number
}

/** Keeps each request of a partner when its response is closed, masked before it is kept. */
export function keepRequests({ log, maskExchange, replays, now }: KeepRequestsParts): RequestHandler {
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
      if (entry.operationId === null && entry.status < 400 && claim === undefined) return
      const headers = toLines(request.rawHeaders)
      const sent = capture.request()
      const exchange = maskExchange({
        operation: operationOf(response),
        path: pathname,
        query,
        status: entry.status,
        app: entry.app,
        request: { headers, body: sent },
        response: { headers: toSentHeaders(response), body: capture.response() },
      })
      const number = log.add({
        entry,
        exchange,
        original: capture.isWhole() ? toOriginal(request, sent) : undefined,
      })
      claim?.done(number)
    })
    next()
  }
}

/** Path and query of a request target as it was sent; the absolute form loses its origin (RFC 9112, 3.2.2). */
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

/** Name and value of each header, the names in lower case. */
function toLines(rawHeaders: readonly string[]): readonly HeaderLine[] {
  return rawHeaders.flatMap((name, index): HeaderLine[] =>
    index % 2 === 0 && name.toLowerCase() !== replayHeader
      ? [[name.toLowerCase(), rawHeaders[index + 1] ?? '']]
      : [],
  )
}

function toSentHeaders(response: Response): readonly HeaderLine[] {
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
}

function toOriginal(request: Request, body: SeenBody | undefined): OriginalRequest {
  const { method, originalUrl: target, rawHeaders: headers } = request
  return { method, target, headers, body: body?.kept.toString('latin1') }
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
  if (segment === '' || segment === known) return true
  if (known === undefined) return idPattern.test(segment) || wordPattern.test(segment)
  return known.endsWith('Id}') && idPattern.test(segment)
}
