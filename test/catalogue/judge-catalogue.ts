import type { ReportedTest } from './parse-report.ts'
import type { Rule } from './rule.ts'

/** The results of the last test run of one workspace. */
export type WorkspaceReport =
  | { readonly workspace: string; readonly state: 'current'; readonly tests: readonly ReportedTest[] }
  | { readonly workspace: string; readonly state: 'missing' | 'unreadable' }

/** The result of comparing the catalogue with the reports. */
export interface CatalogueVerdict {
  /** One sentence per problem; empty if every row is proven. */
  readonly problems: readonly string[]
  /** `N rules, N proven by N tests`. */
  readonly summary: string
  /** The tests of all reports: `N passed, N failed`. */
  readonly totals: string
}

/**
 * Compares every row with the tests that claim to prove it. A row needs one passing test and may have no failing one. A test
 * may name only known rows, and each workspace needs a report. The task runner keeps the reports up to date: it runs the
 * tests of everything that changed.
 */
export function judgeCatalogue(
  rules: readonly Rule[],
  reports: readonly WorkspaceReport[],
): CatalogueVerdict {
  const tests = reports.flatMap((report) => (report.state === 'current' ? report.tests : []))
  const ids = new Set(rules.map(({ id }) => id))
  const proofs = new Map<string, ReportedTest[]>()
  for (const test of tests) {
    for (const id of new Set(test.rules)) proofs.set(id, [...(proofs.get(id) ?? []), test])
  }
  const passed = (id: string) => (proofs.get(id) ?? []).filter(isPassed)
  const proven = rules.filter(
    ({ id }) => passed(id).length > 0 && passed(id).length === proofs.get(id)?.length,
  )
  const proving = new Set(rules.flatMap(({ id }) => passed(id)))
  return {
    problems: [
      ...reports.flatMap(toReportProblem),
      ...rules.flatMap((rule) => toRuleProblems(rule, proofs.get(rule.id) ?? [])),
      ...tests.flatMap((test) => toTestProblems(test, ids)),
    ],
    summary: `${rules.length} rules, ${proven.length} proven by ${proving.size} tests`,
    totals: `${tests.filter(isPassed).length} passed, ${tests.filter((test) => !isPassed(test)).length} failed`,
  }
}

function isPassed({ status }: ReportedTest): boolean {
  return status === 'passed'
}

function toReportProblem(report: WorkspaceReport): string[] {
  const { workspace, state } = report
  switch (state) {
    case 'current':
      return []
    case 'missing':
      return [`${workspace} has no test report; run its tests first.`]
    case 'unreadable':
      return [`The test report of ${workspace} cannot be read; run its tests again.`]
    default:
      return state satisfies never
  }
}

function toRuleProblems({ id, statement }: Rule, tests: readonly ReportedTest[]): string[] {
  const broken = tests.filter((test) => !isPassed(test))
  if (tests.length === 0) return [`Row ${id} is proven by no test: ${statement}`]
  return broken.map((test) => `Row ${id} is not proven: "${test.title}" ${test.status} (${test.file}).`)
}

function toTestProblems({ title, file, rules }: ReportedTest, ids: ReadonlySet<string>): string[] {
  const unknown = rules.filter((id) => !ids.has(id))
  return unknown.map((id) => `"${title}" names row ${id}, which the catalogue does not have (${file}).`)
}
