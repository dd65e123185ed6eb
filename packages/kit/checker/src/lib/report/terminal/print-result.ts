import type { CheckResult, ReportedFinding } from '../../run/check-result.ts'
import { subjectOf } from '../subject-of.ts'
import { counted } from '../verdict-text.ts'
import { createPaint, type Paint } from './paint.ts'
import { printFinding } from './print-finding.ts'
import { printSummary } from './print-summary.ts'

/** How a result is to be printed. */
export interface PrintOptions {
  readonly isColoured: boolean
  /** Key of the one finding that was asked for; undefined for a run of its own right. */
  readonly replayed: string | undefined
  /** Files that were written. */
  readonly paths: readonly string[]
}

/** Findings that are told in full; nobody reads more in a terminal. */
const TOLD = 40

/** Operations listed before the rest is only counted. */
const LISTED = 8

/** A result as it is read in a terminal: the worst first, by operation; then what was not seen; then the verdict. */
export const printResult = (result: CheckResult, options: PrintOptions): string => {
  const paint = createPaint(options.isColoured)
  const told = result.findings.slice(0, TOLD)
  const untold = result.findings.length - told.length
  const sections = [
    ...groupBySubject(told).map(([subject, findings]) => printGroup(subject, findings, result, paint)),
    untold === 0 ? '' : `… and ${counted(untold, 'finding')} more; --report html=report.html has them all.`,
    ...(options.replayed === undefined ? printGaps(result, paint) : []),
    printSummary(result, options, paint),
  ]
  return `\n${sections.filter((section) => section !== '').join('\n\n')}\n`
}

const groupBySubject = (
  findings: readonly ReportedFinding[],
): readonly (readonly [string, readonly ReportedFinding[]])[] => {
  const groups = new Map<string, ReportedFinding[]>()
  for (const finding of findings) {
    const group = groups.get(subjectOf(finding)) ?? []
    groups.set(subjectOf(finding), group)
    group.push(finding)
  }
  return [...groups]
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

const printGaps = ({ coverage, skipped, policiesUsed }: CheckResult, paint: Paint): readonly string[] => [
  printList(
    'Documented answers that never came',
    coverage.byOperation
      .filter(({ unseen }) => unseen.length > 0)
      .map(({ operationId, unseen }) => `${operationId}: ${unseen.join(', ')}`),
    paint,
  ),
  printList(
    'Not checked to the end',
    skipped.map(({ operationId, reason }) => `${operationId}: ${reason}`),
    paint,
  ),
  printList(
    'Allowed by policy',
    policiesUsed.map(
      ({ operationId, status, reason, count }) =>
        `${operationId} refused ${counted(count, 'valid request')} with ${status}: ${reason}`,
    ),
    paint,
  ),
]

const printList = (title: string, lines: readonly string[], paint: Paint): string =>
  lines.length === 0
    ? ''
    : [
        paint('bold', title),
        ...lines.slice(0, LISTED).map((line) => `  ${line}`),
        ...(lines.length > LISTED ? [paint('dim', `  and ${lines.length - LISTED} more`)] : []),
      ].join('\n')
