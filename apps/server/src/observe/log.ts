import type { RequestHandler } from 'express'
import { pino } from 'pino'
import type { LogLevel } from '../config.ts'
import type { UnreadRequest } from '../unread-requests.ts'
import { describeDefect } from './defect.ts'
import { errorCodeOf, localsOf } from './locals.ts'
import { redactPath } from './redact-path.ts'
import { noTracing, type Tracing } from './tracer.ts'

/** The log line of a request. */
export interface RequestLine {
  readonly requestId: string
  readonly method: string
  /** Null outside the contract. */
  readonly operationId: string | null
  readonly status: number
  /** The `x-error-code` of the response; null if it is no error. */
  readonly errorCode: string | null
  readonly durationMs: number
  /** Whether the client disconnected before the response was sent. */
  readonly aborted: boolean
  /** Redacted, and without its query. Only the log of a terminal has it. */
  readonly path: string
  /** How to fix the request. Only the log of a terminal has it. */
  readonly hint: string | undefined
  /** The trace id of the request, if tracing is enabled. */
  readonly traceId: string | undefined
}

/** The place of a defect. */
export interface DefectPlace {
  /** Absent outside a request. */
  readonly requestId?: string | undefined
  readonly operationId?: string | undefined
  /** The status of the response. */
  readonly status?: number | undefined
  /** The place in the contract that a response violated, such as `/paths/~1v3~1carts/post/responses/200`; never a value. */
  readonly schemaPlace?: string | undefined
}

/** The log line of a job whose first attempt failed. */
export interface FailedJobLine {
  /** For example `refund/100001/0`. */
  readonly id: string
  readonly kind: string
  readonly attempts: number
  /** The error, as stored in the job for operators. */
  readonly failure: string
}

/** The log of the server. It writes only the fields listed here, so that no secret is logged by accident. */
export interface ServiceLog {
  request(line: RequestLine): void
  unread(request: UnreadRequest): void
  /** Logs a bug with its causes. */
  defect(error: unknown, place?: DefectPlace): void
  /** Logs a job that will be retried. */
  failedJob(line: FailedJobLine): void
  info(text: string): void
  warn(text: string): void
  /** Resolves when all lines have been written, or the output is closed. */
  written(): Promise<void>
}

/** The output of log lines. */
export interface LogDestination {
  /** Writes one line. */
  write(line: string): void
  /** Begins to write the buffered lines. Calls `done` when that is finished or has failed. */
  flush?(done?: () => void): void
}

/**
 * Creates a log of JSON lines. Pages, probes and other successful requests outside the contract are logged at `debug`.
 * @param isTerminal Whether the lines of requests also have `path` and `hint`, for a person.
 */
export function createLogger(
  level: LogLevel,
  destination: LogDestination = openStandardOutput(),
  isTerminal = false,
): ServiceLog {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  const logger = pino(options, destination)
  return {
    request({ requestId, method, operationId, path, hint, status, errorCode, durationMs, aborted, traceId }) {
      logger[levelOf(operationId, status)](
        {
          requestId,
          method,
          operationId,
          status,
          errorCode,
          durationMs: Math.round(durationMs * 10) / 10,
          ...(aborted ? { aborted } : {}),
          ...(traceId === undefined ? {} : { traceId }),
          ...(isTerminal ? { path: path.slice(0, 200), hint } : {}),
        },
        'request',
      )
    },
    unread({ requestId, status, errorCode }) {
      const unknown = { method: null, operationId: null, durationMs: null }
      logger.info({ requestId, ...unknown, status, errorCode }, 'request')
    },
    defect(error, { requestId = null, operationId = null, status, schemaPlace } = {}) {
      const [described, ...causes] = describeDefect(error)
      const place = { requestId, operationId, status, schemaPlace }
      logger.error({ ...place, ...described, ...(causes.length > 0 ? { causes } : {}) }, 'defect')
      destination.flush?.()
    },
    failedJob({ id, kind, attempts, failure }) {
      logger.warn({ jobId: id, kind, attempts, failure }, 'job failed')
      destination.flush?.()
    },
    info(text) {
      logger.info(text)
      destination.flush?.()
    },
    warn(text) {
      logger.warn(text)
      destination.flush?.()
    },
    async written() {
      await new Promise<void>((resolve) => (destination.flush ? destination.flush(resolve) : resolve()))
    },
  }
}

function levelOf(operationId: string | null, status: number): 'error' | 'info' | 'debug' {
  if (status >= 500) return 'error'
  return operationId === null && status < 400 ? 'debug' : 'info'
}

let standardOutput: LogDestination | undefined

/**
 * Standard output, one for the process. Lines are written together, 4 KiB at a time, because a system call for each costs as much
 * as a tenth of a request. A line is held for half a second at most. pino writes the rest when the process exits. If the reader
 * of the output is too slow, lines beyond 16 MiB are dropped.
 */
function openStandardOutput(): LogDestination {
  return (standardOutput ??= pino.destination({
    dest: 1,
    sync: false,
    minLength: 4096,
    maxLength: 16 * 1024 * 1024,
    periodicFlush: 500,
  }))
}

/** The sandbox page calls it every second; its successes would flood the log. */
const unloggedOperation = 'getOverview'

/** Logs one line for each request when its response is closed, however it ended. */
export function logRequests(
  log: Pick<ServiceLog, 'request'>,
  tracing: Pick<Tracing, 'findTraceId'> = noTracing,
): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now()
    response.once('close', () => {
      const { requestId, operation, hint } = localsOf(response)
      const status = response.statusCode
      if (operation?.operationId === unloggedOperation && status < 400) return
      log.request({
        requestId,
        method: request.method,
        operationId: operation?.operationId ?? null,
        path: redactPath(request.originalUrl.replace(/\?.*/, ''), operation?.path),
        hint,
        status,
        errorCode: errorCodeOf(response),
        durationMs: performance.now() - startedAt,
        aborted: !response.writableFinished,
        traceId: tracing.findTraceId(response),
      })
    })
    next()
  }
}
