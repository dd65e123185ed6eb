import { inspect } from 'node:util'
import type { LogDestination } from './log.ts'

/**
 * Standard output as lines for people: `12:00:01 INFO: GET /nope 404 not_found 2.1 ms`. Undefined where `pino-pretty`, a tool of
 * development, is not installed.
 */
export async function openTerminal(): Promise<LogDestination | undefined> {
  const pretty = await import('pino-pretty').then(
    (module) => module.default,
    () => undefined,
  )
  return pretty?.({ sync: true, translateTime: 'SYS:HH:MM:ss', hideObject: true, messageFormat: toText })
}

/** The text of a line: of a request its method, operation or path, status, code and time; of anything else all that it has. */
export function toText({
  level: _level,
  time: _time,
  msg,
  ...fields
}: Readonly<Record<string, unknown>>): string {
  if (msg !== 'request') {
    const details = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
    return [msg, ...(details.length === 0 ? [] : [inspect(Object.fromEntries(details), { depth: 5 })])].join(
      ' ',
    )
  }
  const { method, operationId, path, status, errorCode, durationMs, aborted } = fields
  const time = typeof durationMs === 'number' ? `${durationMs} ms` : undefined
  const words = [
    method,
    operationId ?? path,
    status,
    errorCode,
    time,
    aborted === true ? 'aborted' : undefined,
  ]
  return words.filter((word) => typeof word === 'string' || typeof word === 'number').join(' ')
}
