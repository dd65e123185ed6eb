import type { Case, Exchange } from '../core/exchange.ts'
import { serializeRequest } from '../http/serialize-request.ts'
import { exampleConformance, exampleFaults } from '../phases/examples.ts'
import { WorkingRequests } from '../phases/working-requests.ts'
import type { PreparedRun } from '../runner/prepare-run.ts'
import { Recorder } from '../session/recorder.ts'
import { StopRun } from '../session/pace.ts'
import { Session } from '../session/session.ts'
import { ValuePool } from '../session/value-pool.ts'
import { mergeRequest, rebuildCase } from './rebuild-case.ts'
import type { Regression, RegressionStep } from './regression.ts'
import { judgeLast, type ReplayOutcome, showFinding } from './replay-outcome.ts'
import { replayScenario } from './replay-scenario.ts'

/** Sends the requests of a regression file again, on the server in its first state where there is a hook for that. */
export const replayRegression = async (regression: Regression, base: PreparedRun): Promise<ReplayOutcome> => {
  const { scenario, steps } = regression
  const run = forkRun(base, scenario?.seed)
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
    const status = exchange?.answer.status ?? 0
    if (step.mode === 'positive' && isSuccess(step.answered) && !isSuccess(status))
      return { kind: 'lost', reason: refused(step, status) }
    answered.push(exchange)
  }
  const last = regression.steps.at(-1)
  if (last === undefined) return { kind: 'gone' }
  return judgeLast(regression, await rebuildCase(last, answered, run), answered.filter(isAnswered), run)
}

const isAnswered = (exchange: Exchange | undefined): exchange is Exchange => exchange !== undefined

const isSuccess = (status: number | undefined): boolean =>
  status !== undefined && status >= 200 && status < 300

const refused = ({ request, path, answered }: RegressionStep, status: number): string =>
  `${request.method} ${path}, on the way to it, was answered ${answered} and now ${status === 0 ? 'not at all' : status}`

/** How many other bodies are tried where the server has the same thing already. */
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
    const isTaken = exchange?.answer.status === 409 && isSuccess(step.answered)
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

/** The same run with nothing remembered: what one replay finds is not taken for what another does. */
const forkRun = (run: PreparedRun, seed: number = run.seed): PreparedRun => {
  const { document, graph } = run
  const session = new Session({
    ...run.session.parts,
    recorder: new Recorder(),
    pool: new ValuePool(document, graph),
  })
  return { ...run, seed, session, working: new WorkingRequests(session, graph, seed) }
}
