import type { CheckResult, ReportedFinding } from '../../src/index.ts'
import { appendTokens } from '@contract-kit/json-schema/json'
import type { ServerDefect } from '../servers/all-servers.ts'

/** The result of the checker for one seeded fault. */
export interface DefectVerdict {
  /** Findings that name it on the operation, or path, to blame. */
  readonly hits: readonly ReportedFinding[]
  readonly others: readonly ReportedFinding[]
}

/** Sorts the findings of a run on a server with one fault. */
export const judgeDefect = (defect: ServerDefect, { findings }: CheckResult): DefectVerdict => {
  const isHit = (finding: ReportedFinding): boolean =>
    defect.expectedChecks.includes(finding.check) &&
    finding.places.some((place) => place.operationId === defect.operationId && isOnPath(defect, place))
  return { hits: findings.filter(isHit), others: findings.filter((finding) => !isHit(finding)) }
}

const isOnPath = (
  { operationId, path }: ServerDefect,
  { pointer }: Pick<ReportedFinding, 'pointer'>,
): boolean => operationId !== null || path === undefined || pointer.startsWith(appendTokens('/paths', path))
