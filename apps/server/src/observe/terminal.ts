import process from 'node:process'
import { inspect, styleText } from 'node:util'
import type { LogDestination } from './log.ts'

/** Colors a text. */
type Paint = (color: 'red' | 'yellow' | 'green' | 'gray', text: string) => string

const plain: Paint = (_color, text) => text

/** Standard output as readable lines: `12:00:01 GET /nope 404 not_found 2.1 ms`. Without colors if `NO_COLOR` is set. */
export const terminal: LogDestination = {
  write(line) {
    const fields = JSON.parse(line) as Readonly<Record<string, unknown>>
    process.stdout.write(`${toText(fields, styleText)}\n`)
  },
}

/** Formats a log line for people, to follow the local time. It names the level of warnings and errors. */
export function toText(
  { level, time, msg, ...fields }: Readonly<Record<string, unknown>>,
  paint: Paint = plain,
): string {
  const words =
    msg === 'request'
      ? requestWords(fields, paint)
      : [...levelWords(Number(level), paint), String(msg), ...detailWords(fields)]
  return [paint('gray', new Date(String(time)).toTimeString().slice(0, 8)), ...words].join(' ')
}

function levelWords(level: number, paint: Paint): readonly string[] {
  if (level >= 50) return [paint('red', 'ERROR')]
  return level >= 40 ? [paint('yellow', 'WARN')] : []
}

function detailWords(fields: object): readonly string[] {
  const known = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return known.length === 0 ? [] : [inspect(Object.fromEntries(known), { depth: 5 })]
}

function requestWords(fields: Readonly<Record<string, unknown>>, paint: Paint): readonly string[] {
  const { method, path, status, errorCode, operationId, durationMs, aborted, hint } = fields
  const color = Number(status) >= 500 ? 'red' : Number(status) >= 400 ? 'yellow' : 'green'
  return [
    typeof method === 'string' ? method : 'Unreadable request',
    ...(typeof path === 'string' ? [path] : []),
    paint(color, String(status)),
    ...(typeof errorCode === 'string' ? [paint(color, errorCode)] : []),
    ...(typeof operationId === 'string' ? [operationId] : []),
    ...(typeof durationMs === 'number' ? [paint('gray', `${durationMs} ms`)] : []),
    ...(aborted === true ? [paint('yellow', 'aborted')] : []),
    ...(typeof hint === 'string' ? [`(${hint})`] : []),
  ]
}
