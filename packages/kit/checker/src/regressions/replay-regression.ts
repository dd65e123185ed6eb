import type { ReportedFinding } from '../core/check-result.ts'
import type { Check, Finding, Rule } from '../core/check.ts'
import { judgeShown, type Shown } from '../core/evidence.ts'
import type { Case, Exchange } from '../core/exchange.ts'
import { serializeRequest } from '@contract-kit/openapi/wire'
import { exampleConformance, exampleFaults } from '../phases/examples.ts'
import { createScenarioPort } from '../scenarios/create-port.ts'
import { planScenarios } from '../properties/plan.ts'
import type { ScenarioPort } from '../scenarios/port.ts'
import { describeFinding } from '../runner/findings.ts'
import { type PreparedRun, withParts } from '../runner/prepare-run.ts'
import { StopRun } from '../session/pace.ts'
import { Recorder } from '../session/recorder.ts'
import { FreshKeys } from '../session/fresh-keys.ts'
import { ValuePool } from '../session/value-pool.ts'
import { mergeRequest, rebuildCase } from './rebuild-case.ts'
import { isSameFault, type Regression, type RegressionStep } from './regression.ts'

/** Replays the requests of a regression file, in the initial state of the server if there is a reset hook. */
export const replayRegression = async (regression: Regression, base: PreparedRun): Promise<ReplayOutcome> => {
  const { scenario, steps } = regression
  const run = forkRun(base, scenario)
  const unknown = [regression, ...steps].find(({ operationId }) => !isKnown(operationId, run))
  if (unknown !== undefined)
    return { kind: 'lost', reason: `the document has no operation ${unknown.operationId}` }
  try {
    if (steps.length === 0) return judgeExamples(regression, run)
    return scenario === undefined
      ? await replaySteps(regression, run)
      : await replayScenario(regression, scenario.id, run)
  } catch (error) {
    if (error instanceof StopRun) return { kind: 'lost', reason: error.message }
    throw error
  }
}

const isKnown = (operationId: string | null, { document }: PreparedRun): boolean =>
  operationId === null || document.operations.some(({ id }) => id === operationId)

const judgeExamples = ({ operationId, key }: Regression, run: PreparedRun): ReplayOutcome => {
  const faults = run.document.operations.filter(({ id }) => id === operationId).flatMap(exampleFaults)
  const fault = faults.find((finding) => finding.key === key)
  return fault === undefined ? { kind: 'gone' } : showFinding(run, exampleConformance, fault)
}

const replaySteps = async (regression: Regression, run: PreparedRun): Promise<ReplayOutcome> => {
  await run.session.reset()
  const answered: (Exchange | undefined)[] = []
  for (const step of regression.steps.slice(0, -1)) {
    const sent = await rebuildCase(step, answered, run)
    const exchange = await sendEarlier(step, sent, answered.filter(isAnswered), run)
    const status = exchange?.response.status ?? 0
    if (step.mode === 'positive' && isSuccess(step.answered) && !isSuccess(status))
      return { kind: 'lost', reason: refused(step, status) }
    answered.push(exchange)
  }
  const last = regression.steps.at(-1)
  if (last === undefined) return { kind: 'gone' }
  return judgeLast(regression, await rebuildCase(last, answered, run), answered, run)
}

const isAnswered = (exchange: Exchange | undefined): exchange is Exchange => exchange !== undefined

const isSuccess = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300

const refused = ({ request, path, answered }: RegressionStep, status: number): string =>
  `${request.method} ${path}, an earlier step, returned ${answered} before and ${status === 0 ? 'does not respond' : `returns ${status}`} now`

/** Maximum number of other bodies after a duplicate was rejected. */
const VARIATIONS = 3

const sendEarlier = async (
  step: RegressionStep,
  sent: Case,
  history: readonly Exchange[],
  { session, working }: PreparedRun,
): Promise<Exchange | undefined> => {
  const { operation, values } = sent
  let exchange = await session.exchange(sent, history)
  for (let attempt = 1; attempt <= VARIATIONS; attempt += 1) {
    const isTaken = exchange?.response.status === 409 && isSuccess(step.answered)
    if (!isTaken || operation === undefined || values?.body === undefined) return exchange
    const varied = working.vary(operation, values, `replay ${attempt}`)
    const request = mergeRequest(
      sent.request,
      serializeRequest(operation, values),
      serializeRequest(operation, varied),
    )
    exchange = await session.exchange({ ...sent, values: varied, request }, history)
  }
  return exchange
}

/** A copy of the run without results, so that replays are independent of each other. */
const forkRun = (run: PreparedRun, scenario: Regression['scenario']): PreparedRun => {
  const { document, graph } = run
  const seed = scenario?.seed ?? run.seed
  return withParts(
    { ...run, seed },
    {
      recorder: new Recorder(),
      pool: new ValuePool(document, graph),
      // Steps keep their idempotency keys.
      keys: scenario && new FreshKeys(seed),
    },
  )
}

/** Reruns the scenario of a regression, with the current number of list pages. */
const replayScenario = async (
  regression: Regression,
  id: string,
  run: PreparedRun,
): Promise<ReplayOutcome> => {
  const { document, graph, session, parts, working, seed, cases } = run
  const scenario = planScenarios(document, graph, undefined, run.properties).find(
    (planned) => planned.id === id,
  )
  if (scenario === undefined)
    return { kind: 'lost', reason: `the document no longer allows the scenario ${id}` }
  await warmUp(regression, run)
  await session.reset()
  const kinds: string[] = []
  const port = createScenarioPort({
    document,
    graph,
    session,
    parts,
    working,
    seed,
    cases,
    skip: () => undefined,
    workers: 1,
    note: () => undefined,
  })
  await scenario.run(listening(port, kinds))
  const entry = parts.recorder.list().find(({ finding }) => isSameFault(finding.key, regression.key))
  if (entry !== undefined)
    return showFinding(run, entry, entry.finding, entry.sent, entry.exchange, entry.shown)
  return kinds.includes(regression.evidence?.kind ?? '')
    ? { kind: 'gone' }
    : { kind: 'lost', reason: `${id} ended before the step that shows it` }
}

/** Finds the working requests that a scenario needs; earlier phases of a run provide them. */
const warmUp = async ({ steps }: Regression, { document, working }: PreparedRun): Promise<void> => {
  const ids = new Set(steps.map(({ operationId }) => operationId))
  for (const operation of document.operations.filter(({ id }) => ids.has(id)))
    await working.find('stateful', operation)
}

const listening = (port: ScenarioPort, kinds: string[]): ScenarioPort => ({
  ...port,
  show: (shown) => {
    kinds.push(shown.kind)
    port.show(shown)
  },
})

/** The result of replaying a saved fault. */
type ReplayOutcome =
  /** Its requests no longer show it. */
  | { readonly kind: 'gone' }
  /** It still exists, or occurs again. */
  | { readonly kind: 'shown'; readonly finding: ReportedFinding }
  /** Its requests cannot be rebuilt, so the result is not known. */
  | { readonly kind: 'lost'; readonly reason: string }

/** Formats an existing fault for reports, with masked credentials. */
const showFinding = (
  { document, baseUrl, seed, parts }: PreparedRun,
  rule: Pick<Rule, 'title' | 'severity'> & Pick<Partial<Check>, 'severityOf'>,
  finding: Finding,
  sent?: Case,
  exchange?: Exchange,
  shown?: Shown,
): ReplayOutcome => {
  const { credentials, checks, rules } = parts
  const mask = { showSecrets: false, secretNames: credentials.secretNames, secrets: credentials.secrets }
  const { phase = null, scenario = '' } = sent ?? {}
  const { title } = rule
  const severity = (exchange && rule.severityOf?.(exchange)) ?? rule.severity
  const entry = { finding, title, severity, phase, scenario, exchange, shown, made: [], sent, count: 1 }
  return {
    kind: 'shown',
    finding: describeFinding(entry, { document, baseUrl, seed, credentials, checks, rules, mask }),
  }
}

/** Faults without a response. */
const SILENCES: readonly string[] = ['timeout', 'no-response']

/** Sends the last request and looks for a fault of the same check on the same operation or path. */
const judgeLast = async (
  regression: Regression,
  sent: Case,
  answered: readonly (Exchange | undefined)[],
  run: PreparedRun,
): Promise<ReplayOutcome> => {
  const { checks, rules } = run.parts
  const isSilence = SILENCES.includes(regression.check)
  if (!isSilence && ![...checks, ...rules].some(({ id }) => id === regression.check))
    return { kind: 'lost', reason: `the check ${regression.check} does not exist or is turned off` }
  const exchange = await sendLast(sent, answered.filter(isAnswered), run)
  if (exchange === undefined) return judgeSilence(regression, sent, run)
  const change = isSilence ? undefined : findObstacle(regression, sent, exchange.response.status)
  for (const check of checks.filter(({ appliesTo }) => appliesTo(sent.operation))) {
    const fault = check.verify(exchange).find(({ key }) => isSameFault(key, regression.key))
    if (fault !== undefined) return showFinding(run, check, fault, sent, exchange)
  }
  const shown = readEvidence(regression, [...answered, exchange])
  for (const rule of shown === undefined ? [] : rules) {
    const fault = shown && judgeShown(rule, shown).find(({ key }) => isSameFault(key, regression.key))
    if (fault !== undefined) return showFinding(run, rule, fault, sent, exchange, shown)
  }
  return change === undefined ? { kind: 'gone' } : { kind: 'lost', reason: change }
}

/** The evidence of this run, with the same kind and steps. */
const readEvidence = (
  { evidence, steps }: Regression,
  answered: readonly (Exchange | undefined)[],
): Shown | undefined => {
  if (evidence === undefined) return undefined
  const { kind, lists } = evidence
  const names = new Set([...steps.flatMap(({ parts = [] }) => parts), ...lists])
  const parts = [...names].map((name) => {
    const own = steps.flatMap((step, index) => (step.parts?.includes(name) ? (answered[index] ?? []) : []))
    return [name, lists.includes(name) ? own : own[0]] as const
  })
  return { kind, parts: Object.fromEntries(parts) }
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

/** The recorder belongs to this replay only. */
const judgeSilence = (regression: Regression, sent: Case, run: PreparedRun): ReplayOutcome => {
  const entry = run.parts.recorder.list().findLast(({ finding }) => SILENCES.includes(finding.check))
  if (entry === undefined) return { kind: 'lost', reason: 'its request cannot be sent as it was' }
  return SILENCES.includes(regression.check)
    ? showFinding(run, entry, entry.finding, sent)
    : { kind: 'lost', reason: entry.finding.message }
}

/** The reason why a response proves nothing: the requested item did not exist, or the credentials were invalid. */
const findObstacle = ({ steps }: Regression, { auth }: Case, status: number): string | undefined => {
  const [only] = steps
  const answered = steps.at(-1)?.answered
  const isAboutAThing =
    steps.length === 1 && only?.bindings.some(({ place }) => /^(path\.|target$)/.test(place))
  if (status === 404 && answered !== 404 && isAboutAThing === true)
    return `the requested item does not exist: the request returned ${answered} before and 404 now`
  return status === 401 && answered !== 401 && auth === 'given' ? 'its credentials were rejected' : undefined
}
