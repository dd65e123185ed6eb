import type { Severity } from '../../checks/check.ts'
import type { ReportedFinding } from '../../run/check-result.ts'
import { isWholeOperation } from '../is-whole-operation.ts'
import type { Paint } from './paint.ts'

const COLOURS = {
  critical: 'red',
  high: 'red',
  medium: 'yellow',
  low: 'blue',
} as const satisfies Record<Severity, string>

/** Characters of a schema or a body that help; the reports have more. */
const SHOWN = 200

/** Requests of a sequence that are shown, counted from the last; the reports have all. */
const STEPS = 6

/** One finding: law and cause, where it is stated, what came, and how to see it again. */
export const printFinding = (finding: ReportedFinding, paint: Paint): string => {
  const { check, severity, title, message, count, pointer, schemaFragment, reproduce } = finding
  const { response, curl, replay } = reproduce
  const label = (name: string, text: string): string[] =>
    text === '' ? [] : [`    ${paint('dim', name.padEnd(9))} ${text}`]
  const times = count === 1 ? '' : ` · seen ${count} times`
  return [
    `  ${paint([COLOURS[severity], 'bold'], `✗ ${title}`)} ${paint('dim', `${check} · ${severity}${times}`)}`,
    `    ${message}`,
    ...label('document', pointer),
    ...label('states', isWholeOperation(pointer) ? '' : cut(schemaFragment)),
    ...label('answer', response === null ? '' : `${response.status} ${cut(inOneLine(response.body))}`.trim()),
    ...printCurl(curl, paint),
    ...label('again', replay),
  ].join('\n')
}

const printCurl = (curl: string, paint: Paint): readonly string[] => {
  if (curl === '') return []
  const lines = curl.split('\n')
  const hidden = Math.max(lines.length - STEPS, 0)
  const note =
    hidden === 0 ? [] : [`    ${paint('dim', `… ${hidden} requests before these, see the reports`)}`]
  return [...note, ...lines.slice(hidden).map((line) => `    ${paint('cyan', line)}`)]
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/\p{Cc}/gu, '\uFFFD')

const cut = (text: string): string => (text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`)
