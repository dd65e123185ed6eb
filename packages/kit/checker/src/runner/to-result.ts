import type { CheckContractOptions } from '../core/check-options.ts'
import type { CheckResult, ReportedFinding, Skip } from '../core/check-result.ts'
import { PHASES } from '../core/exchange.ts'
import { countPolicies } from '../session/policies.ts'
import { reportedFindings } from './findings.ts'
import type { PreparedRun } from './prepare-run.ts'

/** Puts together what a run did and found. */
export const toResult = (
  run: PreparedRun,
  options: CheckContractOptions,
  skipped: readonly Skip[],
  durationMs: number,
): CheckResult => {
  const { session, document, baseUrl, seed } = run
  const { coverage, settings } = session.parts
  const findings = reportedFindings(run, options)
  const covered = coverage.report()
  return {
    title: document.title,
    baseUrl,
    seed,
    phases: options.phases ?? PHASES,
    requests: session.requests,
    durationMs,
    findings,
    coverage: covered,
    skipped,
    verdict: verdictOf(findings, covered.responses.share, skipped),
    policiesUsed: countPolicies(session.policyHits, settings.policies),
  }
}

const verdictOf = (
  findings: readonly ReportedFinding[],
  responses: number,
  skipped: readonly Skip[],
): CheckResult['verdict'] => {
  if (findings.length > 0) return 'findings'
  return responses < 1 || skipped.length > 0 ? 'incomplete' : 'green'
}
