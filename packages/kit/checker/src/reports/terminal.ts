import { styleText } from 'node:util'
import type { CheckResult, ReportedFinding } from '../core/check-result.ts'
import type { Severity } from '../core/check.ts'
import { actionText } from './overlay.ts'
import {
  allowanceText,
  counted,
  effortText,
  isWholeOperation,
  obstacleText,
  otherSubjects,
  reachedText,
  subjectOf,
  trafficLists,
  verdictText,
} from './verdict-text.ts'

/** Options for printing a result. */
interface PrintOptions {
  readonly isColoured: boolean
  /** The key of the replayed finding; undefined for an ordinary run. */
  readonly replayed: string | undefined
  /** Written files. */
  readonly paths: readonly string[]
}

/** Maximum number of findings with full details. */
const DETAILED = 40

/** Maximum number of listed operations; others are only counted. */
const LISTED = 8

/** Formats a result for a terminal: findings by severity and operation, then unseen parts, then the verdict. */
export const printResult = (result: CheckResult, options: PrintOptions): string => {
  const paint = createPaint(options.isColoured)
  const detailed = result.findings.slice(0, DETAILED)
  const omitted = result.findings.length - detailed.length
  const sections = [
    ...[...Map.groupBy(detailed, subjectOf)].map(([subject, findings]) =>
      printGroup(subject, findings, result, paint),
    ),
    omitted === 0
      ? ''
      : `… and ${counted(omitted, 'finding')} more: --report html=report.html lists all of them.`,
    ...(options.replayed === undefined ? printGaps(result, paint) : []),
    printSummary(result, options, paint),
  ]
  return `\n${sections.filter((section) => section !== '').join('\n\n')}\n`
}

const printGroup = (
  subject: string,
  findings: readonly ReportedFinding[],
  { coverage }: CheckResult,
  paint: Paint,
): string => {
  const operation = coverage.byOperation.find(({ operationId }) => operationId === subject)
  const address = operation === undefined ? '' : `${operation.method} ${operation.path}`
  const head = address === '' || address === subject ? subject : `${subject}  ${paint('dim', address)}`
  return [paint('bold', head), ...findings.map((finding) => printFinding(finding, paint))].join('\n')
}

const printGaps = (result: CheckResult, paint: Paint): readonly string[] => {
  const { coverage, notes, skipped, obstacles, policiesUsed } = result
  return [
    printList('Notes', notes, paint),
    printList('Obstacles', obstacles.map(obstacleText), paint),
    printList(
      'Documented responses never seen',
      coverage.byOperation
        .filter(({ unseen }) => unseen.length > 0)
        .map(({ operationId, unseen }) => `${operationId}: ${unseen.join(', ')}`),
      paint,
    ),
    printList(
      'Not checked completely',
      skipped.map(({ operationId, reason }) => `${operationId}: ${reason}`),
      paint,
    ),
    printList(
      'Allowed by policy',
      policiesUsed.map((policy) => `${policy.operationId} ${allowanceText(policy)}`),
      paint,
    ),
    ...trafficLists(result).map(({ heading, lines }) => printList(heading, lines, paint)),
  ]
}

const printList = (title: string, lines: readonly string[], paint: Paint): string =>
  lines.length === 0
    ? ''
    : [
        paint('bold', title),
        ...lines.slice(0, LISTED).map((line) => `  ${line}`),
        ...(lines.length > LISTED ? [paint('dim', `  and ${lines.length - LISTED} more`)] : []),
      ].join('\n')

const COLOURS = {
  critical: 'red',
  high: 'red',
  medium: 'yellow',
  low: 'blue',
} as const satisfies Record<Severity, string>

/** Maximum number of characters of a schema or body; reports contain more. */
const SHOWN = 200

/** Maximum number of lines of a script; reports contain all. */
const LINES = 30

/** One finding: rule and cause, place in the document, response, and reproduction. */
const printFinding = (finding: ReportedFinding, paint: Paint): string => {
  const { check, severity, title, message, count, pointer, schemaFragment, reproduce } = finding
  const { response, curl, script, replay } = reproduce
  const label = (name: string, text: string): string[] =>
    text === '' ? [] : [`    ${paint('dim', name.padEnd(9))} ${text}`]
  const times = count === 1 ? '' : ` · seen ${count} times`
  return [
    `  ${paint([COLOURS[severity], 'bold'], `✗ ${title}`)} ${paint('dim', `${check} · ${severity}${times}`)}`,
    `    ${message}`,
    ...label('also at', listed(otherSubjects(finding))),
    ...label('document', pointer),
    ...label('schema', isWholeOperation(pointer) ? '' : cut(schemaFragment)),
    ...label(
      'response',
      response === null ? '' : `${response.status} ${cut(inOneLine(response.body))}`.trim(),
    ),
    ...printCommands(script === '' ? curl : script, paint),
    ...printFix(finding, paint),
    ...label('replay', replay),
  ].join('\n')
}

/** Maximum number of other places of a finding; reports contain all. */
const NAMED = 6

const listed = (names: readonly string[]): string => {
  const rest = names.length - NAMED
  return `${names.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

const printCommands = (commands: string, paint: Paint): readonly string[] => {
  if (commands === '') return []
  const lines = commands.split('\n')
  const hidden = Math.max(lines.length - LINES, 0)
  const note = hidden === 0 ? [] : [`    ${paint('dim', `… ${hidden} more lines, see the reports`)}`]
  return [...lines.slice(0, LINES).map((line) => `    ${paint('cyan', line)}`), ...note]
}

/** Maximum number of document changes per finding; the overlay contains all. */
const CHANGES = 3

const printFix = ({ fix }: ReportedFinding, paint: Paint): readonly string[] => {
  if (fix.length === 0) return []
  const rest = fix.length - CHANGES
  return [
    `    ${paint('dim', 'If the server is right, change the document:')}`,
    ...fix.slice(0, CHANGES).map((action) => `      ${cut(actionText(action))}`),
    ...(rest > 0 ? [`      ${paint('dim', `and ${rest} more, see --write-overlay`)}`] : []),
  ]
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/\p{Cc}/gu, '\uFFFD')

const cut = (text: string): string => (text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`)

/** The last lines: findings by check, coverage, written files, and the verdict. */
const printSummary = (
  result: CheckResult,
  { replayed, paths }: { readonly replayed: string | undefined; readonly paths: readonly string[] },
  paint: Paint,
): string => {
  const { seed, findings } = result
  return [
    ...(findings.length > 1 ? [...countByCheck(result), ''] : []),
    ...(replayed === undefined ? [`Seen: ${reachedText(result)}`] : []),
    paint('dim', `${effortText(result)}${result.traffic === undefined ? `, seed ${seed}` : ''}`),
    ...paths.map((path) => paint('dim', `Written: ${path}`)),
    printVerdict(result, replayed, paint),
  ].join('\n')
}

const printVerdict = (result: CheckResult, replayed: string | undefined, paint: Paint): string => {
  if (result.verdict === 'findings') return paint(['red', 'bold'], `✗ ${verdictText(result)}`)
  if (replayed !== undefined) return paint('green', `✓ ${replayed} no longer occurs`)
  return result.verdict === 'green'
    ? paint('green', `✓ ${verdictText(result)}`)
    : paint('yellow', `! ${verdictText(result)}`)
}

const countByCheck = ({ findings }: CheckResult): readonly string[] => {
  const groups = [...Map.groupBy(findings, ({ check }) => check)]
  const width = Math.max(...groups.map(([, { length }]) => String(length).length))
  return groups.map(([check, { length }]) => `${String(length).padStart(width)} × ${check}`)
}

/** Colors a text, or returns it unchanged. */
type Paint = (format: Parameters<typeof styleText>[0], text: string) => string

/** Colors for a terminal that supports them. */
const createPaint = (isColoured: boolean): Paint =>
  isColoured ? (format, text) => styleText(format, text, { validateStream: false }) : (_format, text) => text
