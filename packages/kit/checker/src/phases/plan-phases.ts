import { ConfigurationError } from '../core/check-options.ts'
import type { PhaseName } from '../core/exchange.ts'
import { escapePattern } from '../json-schema/text/expressions.ts'
import { nearestOf } from '../json-schema/text/nearest-name.ts'
import type { ApiDocument, ApiOperation } from '../openapi/api-document.ts'
import { orderOperations } from '../resources/build-resource-graph.ts'
import type { ResourceGraph } from '../resources/resource-graph.ts'
import { planCoverage } from './coverage.ts'
import { planExamples } from './examples.ts'
import { planFuzz } from './fuzz.ts'
import { planStateful } from './stateful/plan-stateful.ts'
import type { WorkItem } from './work-item.ts'

/** What the work of a run follows from. */
interface PlannedRun {
  readonly document: ApiDocument
  readonly graph: ResourceGraph
  readonly selection: Selection
}

/** All work of a run, phase after phase, producers before readers before deleters; of one operation only, where one is given. */
export const planPhases = (
  { document, graph, selection }: PlannedRun,
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

export interface Selection {
  readonly selected: readonly ApiOperation[]
  readonly leftOut: readonly ApiOperation[]
}

/**
 * The operations whose operationId or path a filter names; `*` stands for any text. A filter that matches nothing is a
 * {@link ConfigurationError} that tells the nearest name.
 */
export const selectOperations = (
  document: ApiDocument,
  include: readonly string[],
  exclude: readonly string[],
): Selection => {
  for (const filter of [...include, ...exclude]) assertMatches(document, filter)
  const isSelected = (operation: ApiOperation): boolean =>
    (include.length === 0 || include.some((filter) => matches(operation, filter))) &&
    !exclude.some((filter) => matches(operation, filter))
  const selected = document.operations.filter(isSelected)
  if (selected.length === 0)
    throw new ConfigurationError('The filters leave no operation to check; loosen --include or --exclude.')
  return { selected, leftOut: document.operations.filter((operation) => !isSelected(operation)) }
}

const matches = ({ id, path }: ApiOperation, filter: string): boolean => {
  const pattern = new RegExp(`^${filter.split('*').map((text) => escapePattern(text)).join('.*')}$`) // prettier-ignore
  return pattern.test(id) || pattern.test(path)
}

const assertMatches = (document: ApiDocument, filter: string): void => {
  if (document.operations.some((operation) => matches(operation, filter))) return
  const names = document.operations.flatMap(({ id, path }) => [id, path])
  throw new ConfigurationError(
    `No operation has the operationId or path ${filter}; did you mean ${nearestOf(names, filter)}?`,
  )
}
