import type { ApiOperation } from '../document/api-document.ts'
import { orderOperations } from '../resources/order-operations.ts'
import type { PhaseName } from '../run/exchange.ts'
import type { PreparedRun } from '../run/prepare-run.ts'
import { planCoverage } from './coverage/plan-coverage.ts'
import { planExamples } from './examples/plan-examples.ts'
import { planFuzz } from './fuzz/plan-fuzz.ts'
import { planStateful } from './stateful/plan-stateful.ts'
import type { WorkItem } from './work-item.ts'

/** All work of a run, phase after phase, producers before readers before deleters; of one operation only, where one is given. */
export const planPhases = (
  { document, graph, selection }: PreparedRun,
  phases: readonly PhaseName[],
  only: ApiOperation | undefined,
): readonly WorkItem[] => {
  const operations = orderOperations(graph, document.operations).filter((operation) =>
    only === undefined ? selection.selected.includes(operation) : operation === only,
  )
  const plans: Record<PhaseName, () => readonly WorkItem[]> = {
    examples: () => planExamples(operations),
    coverage: () => planCoverage(document, operations, only === undefined && selection.leftOut.length === 0),
    fuzz: () => planFuzz(operations),
    stateful: () => planStateful(document, graph, operations),
  }
  return phases.flatMap((phase) => plans[phase]())
}
