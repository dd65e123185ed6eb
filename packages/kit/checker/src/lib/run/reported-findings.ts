import type { Finding } from '../checks/check.ts'
import type { CheckContractOptions } from './check-options.ts'
import type { ReportedFinding } from './check-result.ts'
import { describeFinding } from './describe-finding.ts'
import type { PreparedRun } from './prepare-run.ts'
import type { Selection } from './select-operations.ts'

/** What a run has found so far, in the form that reports print; where one finding is replayed, that one alone. */
export const reportedFindings = (
  { session, document, baseUrl, seed, selection }: PreparedRun,
  { replay, showSecrets = false }: Pick<CheckContractOptions, 'replay' | 'showSecrets'>,
): readonly ReportedFinding[] => {
  const { recorder, credentials } = session.parts
  const mask = { showSecrets, secretNames: credentials.secretNames, secrets: credentials.secrets }
  return recorder
    .list()
    .filter(({ finding }) => isReported(finding, selection, replay))
    .map((entry) => describeFinding(entry, { document, baseUrl, seed, credentials, mask }))
}

/** How many there are. */
export const countReported = ({ session, selection }: PreparedRun, replay: string | undefined): number =>
  session.parts.recorder.list().filter(({ finding }) => isReported(finding, selection, replay)).length

/** What is left out is asked only for what others need: nothing is told of it. */
const isReported = (
  { key, operationId }: Finding,
  { leftOut }: Selection,
  replay: string | undefined,
): boolean => (replay === undefined || key === replay) && !leftOut.some(({ id }) => id === operationId)
