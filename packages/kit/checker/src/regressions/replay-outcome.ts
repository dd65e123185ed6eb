import type { ReportedFinding } from '../core/check-result.ts'
import type { Check, Finding } from '../core/check.ts'
import type { Case, Exchange } from '../core/exchange.ts'
import { describeFinding } from '../runner/findings.ts'
import type { PreparedRun } from '../runner/prepare-run.ts'
import { StopRun } from '../session/pace.ts'
import { isSameFault, type Regression } from './regression.ts'

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
  const { credentials, checks } = session.parts
  const mask = { showSecrets: false, secretNames: credentials.secretNames, secrets: credentials.secrets }
  const { phase = null, scenario = '' } = sent ?? {}
  const entry = { finding, title, severity, phase, scenario, exchange, sent, count: 1 }
  return {
    kind: 'shown',
    finding: describeFinding(entry, { document, baseUrl, seed, credentials, checks, mask }),
  }
}

/** Faults that are told by no answer at all. */
const SILENCES: readonly string[] = ['timeout', 'no-answer']

/** Sends the request that showed a fault and looks for that fault: of the same check, blamed on the same operation or path. */
export const judgeLast = async (
  regression: Regression,
  sent: Case,
  history: readonly Exchange[],
  run: PreparedRun,
): Promise<ReplayOutcome> => {
  const { checks } = run.session.parts
  const isSilence = SILENCES.includes(regression.check)
  if (!isSilence && !checks.some(({ id }) => id === regression.check))
    return { kind: 'lost', reason: `there is no check ${regression.check}, or it is turned off` }
  const exchange = await sendLast(sent, history, run)
  if (exchange === undefined) return judgeSilence(regression, sent, run)
  const change = isSilence ? undefined : findObstacle(regression, sent, exchange.answer.status)
  for (const check of checks.filter(({ appliesTo }) => appliesTo(sent.operation))) {
    const fault = check.verify(exchange).find(({ key }) => isSameFault(key, regression.key))
    if (fault !== undefined) return showFinding(run, check, fault, sent, exchange)
  }
  return change === undefined ? { kind: 'gone' } : { kind: 'lost', reason: change }
}

const sendLast = async (
  sent: Case,
  history: readonly Exchange[],
  { session }: PreparedRun,
): Promise<Exchange | undefined> => {
  try {
    return await session.exchange(sent, history)
  } catch (error) {
    if (error instanceof StopRun) return undefined
    throw error
  }
}

/** The recorder is that of this replay alone. */
const judgeSilence = (regression: Regression, sent: Case, run: PreparedRun): ReplayOutcome => {
  const entry = run.session.parts.recorder.list().findLast(({ finding }) => SILENCES.includes(finding.check))
  if (entry === undefined) return { kind: 'lost', reason: 'its request cannot be sent as it was' }
  return SILENCES.includes(regression.check)
    ? showFinding(run, entry, entry.finding, sent)
    : { kind: 'lost', reason: entry.finding.message }
}

/** Why an answer proves nothing: what the request was about was not there, or the credentials were not good. */
const findObstacle = ({ steps }: Regression, { auth }: Case, status: number): string | undefined => {
  const [only] = steps
  const answered = steps.at(-1)?.answered
  const isAboutAThing =
    steps.length === 1 && only?.bindings.some(({ place }) => /^(path\.|target$)/.test(place))
  if (status === 404 && answered !== 404 && isAboutAThing === true)
    return `what it asks for is not there: it was answered ${answered} and now 404`
  return status === 401 && answered !== 401 && auth === 'given' ? 'its credentials were refused' : undefined
}
