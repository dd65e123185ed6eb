import type { CheckContractOptions } from '../core/check-options.ts'
import type { CheckResult, Obstacle, ReportedFinding, Skip } from '../core/check-result.ts'
import { PHASES } from '../core/exchange.ts'
import { countPolicies } from '../session/policies.ts'
import { reportedFindings } from './findings.ts'
import type { PreparedRun } from './prepare-run.ts'
import { runRules } from './run-checks.ts'

/** Assembles the result of a run. */
export const toResult = (
  run: PreparedRun,
  options: CheckContractOptions,
  skipped: readonly Skip[],
  durationMs: number,
): CheckResult => {
  const { session, document, baseUrl, seed } = run
  const { coverage, settings } = run.parts
  const findings = reportedFindings(run, options)
  const covered = coverage.report()
  const obstacles = session.obstacles.report()
  return {
    document: typeof options.document === 'string' ? options.document : '',
    title: document.title,
    baseUrl,
    seed,
    phases: options.phases ?? PHASES,
    requests: session.requests,
    durationMs,
    findings,
    coverage: covered,
    notes: [...document.notes, ...basePathNote(run), ...credentialNotes(run)],
    skipped,
    verdict: verdictOf(findings, covered.responses.share, skipped, obstacles),
    obstacles,
    policiesUsed: countPolicies(session.policyHits, settings.policies),
  }
}

/** Notes a base URL without a path, if all documented servers share one: most often the path was forgotten. */
const basePathNote = ({ document: { basePath }, baseUrl }: PreparedRun): readonly string[] =>
  basePath === undefined || basePath === '' || new URL(baseUrl).pathname !== '/'
    ? []
    : [
        `The document's servers have the base path ${basePath}, and the base URL ${baseUrl} has none, so every request was sent without it.`,
      ]

/** Unused ways to authenticate; operations that require them were not checked with them. */
const credentialNotes = ({ parts, selection }: PreparedRun): readonly string[] =>
  [...parts.credentials.untried(selection.selected)].map(([way, operations]) => {
    const [first, ...others] = operations.map(({ id }) => id)
    const list = others.length === 0 ? first : `${first} and ${others.length} more`
    return `The credentials ${way} were not tested, because none were given; they are documented for ${list}.`
  })

/** The verdict of a run. */
export const verdictOf = (
  findings: readonly ReportedFinding[],
  responses: number,
  skipped: readonly Skip[],
  obstacles: readonly Obstacle[],
): CheckResult['verdict'] => {
  // An unreachable operation is not a fault.
  const faults = findings.filter(({ check }) => obstacles.length === 0 || !OF_REACH.has(check))
  if (faults.length > 0) return 'findings'
  return responses < 1 || skipped.length + obstacles.length > 0 ? 'incomplete' : 'green'
}

/** Findings about the reach of a run, not about faults. */
const OF_REACH: ReadonlySet<string> = new Set([runRules.neverSucceeded.id, runRules.skipped.id])
