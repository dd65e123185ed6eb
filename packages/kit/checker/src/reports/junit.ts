import type { CheckResult, ReportedFinding } from '../core/check-result.ts'
import type { PhaseName } from '../core/exchange.ts'
import { counted, otherSubjects, subjectOf } from './verdict-text.ts'

/**
 * JUnit XML: one suite per phase with one test case per operation, and a last suite for the whole run. Several findings of a test case are
 * one failure, as JUnit readers expect.
 */
export const toJunit = (result: CheckResult): string => {
  const suites = [...result.phases.map((phase) => toSuite(phase, result)), toWholeSuite(result)]
  const sum = (kind: 'tests' | 'failures' | 'skipped'): number =>
    suites.reduce((total, suite) => total + suite[kind], 0)
  const time = (result.durationMs / 1000).toFixed(3)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escape(result.title)}" tests="${sum('tests')}" failures="${sum('failures')}" skipped="${sum('skipped')}" time="${time}">`,
    ...suites.map(({ text }) => text),
    '</testsuites>',
    '',
  ].join('\n')
}

interface Suite {
  readonly tests: number
  readonly failures: number
  readonly skipped: number
  readonly text: string
}

const toSuite = (phase: PhaseName, { coverage, findings, skipped }: CheckResult): Suite => {
  const found = findings.filter((finding) => finding.phase === phase)
  const reasons = new Map(skipped.map(({ operationId, reason }) => [operationId, reason]))
  const subjects = [
    ...coverage.byOperation.map(({ operationId }) => operationId),
    ...reasons.keys(),
    ...found.flatMap((finding) => [subjectOf(finding), ...otherSubjects(finding)]),
  ]
  return joinCases(
    phase,
    [...new Set(subjects)].map((subject) => ({
      subject,
      found: found.filter((finding) => [subjectOf(finding), ...otherSubjects(finding)].includes(subject)),
      skipReason: reasons.get(subject),
    })),
  )
}

/** Rules about the whole run: for example, every operation succeeds at least once. */
const toWholeSuite = ({ findings }: CheckResult): Suite => {
  const found = findings.filter(({ phase }) => phase === null)
  return joinCases('run', [{ subject: 'the run as a whole', found, skipReason: undefined }])
}

interface Case {
  readonly subject: string
  readonly found: readonly ReportedFinding[]
  readonly skipReason: string | undefined
}

const joinCases = (name: string, cases: readonly Case[]): Suite => {
  const tests = cases.length
  const failures = cases.filter(({ found }) => found.length > 0).length
  const skipped = cases.filter(
    ({ found, skipReason }) => found.length === 0 && skipReason !== undefined,
  ).length
  const text = [
    `  <testsuite name="${name}" tests="${tests}" failures="${failures}" skipped="${skipped}">`,
    ...cases.map((entry) => toCase(name, entry)),
    '  </testsuite>',
  ].join('\n')
  return { tests, failures, skipped, text }
}

const toCase = (suite: string, { subject, found, skipReason }: Case): string => {
  const open = `    <testcase classname="${suite}" name="${escape(subject)}"`
  const [first] = found
  if (first !== undefined) {
    const message =
      found.length === 1 ? first.message : `${counted(found.length, 'finding')}: ${first.message} …`
    const detail = found.map(describe).join('\n\n')
    return `${open}><failure type="${escape(first.check)}" message="${escape(message)}">${escape(detail)}</failure></testcase>`
  }
  return skipReason === undefined
    ? `${open}/>`
    : `${open}><skipped message="${escape(skipReason)}"/></testcase>`
}

const describe = ({
  check,
  title,
  severity,
  message,
  pointer,
  reproduce: { curl, script, replay },
}: ReportedFinding): string =>
  [`${title} (${check}, ${severity})`, message, pointer, script === '' ? curl : script, replay]
    .filter((line) => line !== '')
    .join('\n')

/** Replaces characters that XML 1.0 does not allow (section 2.2). */
const escape = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
