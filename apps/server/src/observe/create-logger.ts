import { type Logger, pino } from 'pino'
import type { LogLevel } from '../config/read-config.ts'
import type { ExchangeRecord, UnreadRequest } from '@contract-kit/express'
import { type LogDestination, openStandardOutput } from './log-destination.ts'

/** What the server writes to its log: only what is listed here, so that no secret can slip in (decision: security). */
export interface ServiceLog {
  /** `traceId` where the request is followed by a trace. */
  exchange(record: ExchangeRecord, traceId?: string): void
  /** What was refused before it was a request: a line like any other, without what could not be read. */
  unread(request: UnreadRequest): void
  /** A bug: its kind, message and stack, never what a client sent. */
  defect(error: unknown, requestId: string | null): void
  info(text: string): void
  warn(text: string): void
}

/** Logs JSON lines. */
export function createLogger(
  level: LogLevel,
  destination: LogDestination = openStandardOutput(),
): ServiceLog {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  const logger: Logger = pino(options, destination)
  // What is not said for each request is to be seen before anything else that is written.
  const flush = (): void => destination.flush?.()
  return {
    exchange({ facts, status, errorCode, durationMs, aborted }, traceId) {
      const { requestId, method, operationId } = facts
      const fields = {
        requestId,
        method,
        operationId,
        status,
        errorCode,
        durationMs: Math.round(durationMs * 10) / 10,
      }
      logger[status >= 500 ? 'error' : 'info'](
        { ...fields, ...(aborted ? { aborted } : {}), ...(traceId === undefined ? {} : { traceId }) },
        'request',
      )
    },
    unread({ requestId, status, errorCode }) {
      const unknown = { method: null, operationId: null, durationMs: null }
      logger.info({ requestId, ...unknown, status, errorCode }, 'request')
    },
    defect(error, requestId) {
      const known = error instanceof Error ? error : { name: typeof error, message: '', stack: undefined }
      const { name, message, stack } = known
      // A message may quote data, lines that look like frames included; the frames behind it cannot.
      const frames = stack
        ?.replace(message, '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
      logger.error({ requestId, error: name, frames }, 'defect')
      flush()
    },
    info(text) {
      logger.info(text)
      flush()
    },
    warn(text) {
      logger.warn(text)
      flush()
    },
  }
}
