import type { Check, Finding } from '../checks/check.ts'
import type { ReportedFinding } from '../run/check-result.ts'
import { describeFinding } from '../run/describe-finding.ts'
import type { Case, Exchange } from '../run/exchange.ts'
import type { PreparedRun } from '../run/prepare-run.ts'

/** What became of a fault that was kept as a file. */
export type ReplayOutcome =
  /** Its requests show it no more. */
  | { readonly kind: 'gone' }
  /** It is still there, or there again. */
  | { readonly kind: 'shown'; readonly finding: ReportedFinding }
  /** Its requests cannot be made as they were, so nothing is known of it. */
  | { readonly kind: 'lost'; readonly reason: string }

/** A fault that is there, in the form that reports print, credentials masked. */
export const showFinding = (
  { document, baseUrl, seed, session }: PreparedRun,
  { title, severity }: Pick<Check, 'title' | 'severity'>,
  finding: Finding,
  sent?: Case,
  exchange?: Exchange,
): ReplayOutcome => {
  const { credentials } = session.parts
  const mask = { showSecrets: false, secretNames: credentials.secretNames, secrets: credentials.secrets }
  const { phase = null, scenario = '' } = sent ?? {}
  const entry = { finding, title, severity, phase, scenario, exchange, sent, count: 1 }
  return {
    kind: 'shown',
    finding: describeFinding(entry, { document, baseUrl, seed, credentials, mask }),
  }
}
