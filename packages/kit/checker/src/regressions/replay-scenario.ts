import { createScenarioPort } from '../phases/stateful/create-scenario-port.ts'
import { planScenarios } from '../phases/stateful/plan-stateful.ts'
import type { ScenarioPort } from '../phases/stateful/scenario-port.ts'
import type { PreparedRun } from '../runner/prepare-run.ts'
import { isSameFault, type Regression } from './regression.ts'
import { type ReplayOutcome, showFinding } from './replay-outcome.ts'

/** Runs the scenario of a regression again, as often as its lists have pages now. */
export const replayScenario = async (
  regression: Regression,
  id: string,
  run: PreparedRun,
): Promise<ReplayOutcome> => {
  const { document, graph, session, working, seed, cases } = run
  const scenario = planScenarios(document, graph).find((planned) => planned.id === id)
  if (scenario === undefined)
    return { kind: 'lost', reason: `the document gives no occasion for ${id} any more` }
  await warmUp(regression, run)
  await session.reset()
  const steps: string[] = []
  const port = createScenarioPort({
    document,
    graph,
    session,
    working,
    seed,
    cases,
    skip: () => undefined,
    workers: 1,
    note: () => undefined,
  })
  await scenario.run(listening(port, steps))
  const entry = session.parts.recorder.list().find(({ finding }) => isSameFault(finding.key, regression.key))
  if (entry !== undefined) return showFinding(run, entry, entry.finding, entry.sent, entry.exchange)
  const wanted = stemOf(regression.steps.at(-1)?.step ?? '')
  return steps.some((step) => stemOf(step) === wanted)
    ? { kind: 'gone' }
    : { kind: 'lost', reason: `${id} ended before the step that shows it` }
}

/** A scenario takes some requests from those that are known to work; the phases before it had found them. */
const warmUp = async ({ steps }: Regression, { document, working }: PreparedRun): Promise<void> => {
  const ids = new Set(steps.map(({ operationId }) => operationId))
  for (const operation of document.operations.filter(({ id }) => ids.has(id)))
    await working.find('stateful', operation)
}

const listening = (port: ScenarioPort, steps: string[]): ScenarioPort => ({
  ...port,
  send: async (draft, history) => {
    const exchange = await port.send(draft, history)
    if (exchange !== undefined) steps.push(draft.step)
    return exchange
  },
})

/** `page-3` is a page as `page-2` is. */
const stemOf = (step: string): string => step.replace(/-\d+$/, '')
