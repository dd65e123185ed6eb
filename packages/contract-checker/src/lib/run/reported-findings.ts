import type { CheckContractOptions } from './check-options.ts'
import type { ReportedFinding } from './check-result.ts'
import { describeFinding } from './describe-finding.ts'
import type { PreparedRun } from './prepare-run.ts'

/** What a run has found so far, in the form that reports print; where one finding is replayed, that one alone. */
export const reportedFindings = (
  { session, document, baseUrl, seed, selection }: PreparedRun,
  { replay, showSecrets = false }: Pick<CheckContractOptions, 'replay' | 'showSecrets'>,
): readonly ReportedFinding[] => {
  const { recorder, credentials } = session.parts
  const mask = { showSecrets, secretNames: credentials.secretNames, secrets: credentials.secrets }
  return (
    recorder
      .list()
      .filter(({ finding }) => replay === undefined || finding.key === replay)
      // What is left out is asked only for what others need.
      .filter(({ finding: { operationId } }) => !selection.leftOut.some(({ id }) => id === operationId))
      .map((entry) => describeFinding(entry, { document, baseUrl, seed, credentials, mask }))
  )
}
