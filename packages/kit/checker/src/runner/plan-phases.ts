import { type CheckContractOptions, ConfigurationError } from '../core/check-options.ts'
import type { OtherIdentity, PhaseName } from '../core/exchange.ts'
import { isSafeMethod } from '@contract-kit/openapi/wire'
import { own } from '@contract-kit/json-schema/json'
import { escapePattern, suggest } from '@contract-kit/json-schema/text'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { orderOperations, type ResourceGraph } from '@contract-kit/resources'
import { planCoverage } from '../phases/coverage.ts'
import { planExamples } from '../phases/examples.ts'
import { planFuzz } from '../phases/fuzz.ts'
import { planStateful } from '../properties/plan.ts'
import type { Property } from '../properties/property.ts'
import type { WorkItem } from '../phases/work-item.ts'

/** The inputs of the plan. */
interface PlannedRun {
  readonly document: ApiDocument
  readonly graph: ResourceGraph
  readonly selection: Selection
  readonly stranger?: OtherIdentity | undefined
  /** Custom properties. */
  readonly properties?: readonly Property[]
}

/** A phase of a run that sends requests. */
type PlannedPhase = Exclude<PhaseName, 'traffic'>

/** All work items of a run by phase, with producers before readers before deleters. Limited to one operation if given. */
export const planPhases = (
  { document, graph, selection, stranger, properties }: PlannedRun,
  phases: readonly PlannedPhase[],
  only: ApiOperation | undefined,
): readonly WorkItem[] => {
  const operations = orderOperations(graph, document.operations).filter((operation) =>
    only === undefined ? selection.selected.includes(operation) : operation === only,
  )
  const plans: Record<PlannedPhase, () => readonly WorkItem[]> = {
    examples: () => planExamples(operations),
    coverage: () =>
      planCoverage(document, graph, operations, only === undefined && selection.leftOut.length === 0),
    fuzz: () => planFuzz(operations),
    stateful: () => planStateful(document, graph, operations, stranger, properties),
  }
  return phases.flatMap((phase) => plans[phase]())
}

/** The operations that a run checks, and those that it may send. */
export interface Selection {
  readonly selected: readonly ApiOperation[]
  /** Not checked, but sent if others need their items, unless forbidden. */
  readonly leftOut: readonly ApiOperation[]
  /** Never sent. */
  readonly forbidden: ReadonlySet<ApiOperation>
}

type Filters = Pick<CheckContractOptions, 'include' | 'exclude' | 'tags' | 'methods' | 'readOnly'>

/**
 * Selects operations by operationId or path (`*` matches any text), tag, and method. Throws {@link ConfigurationError} for a filter without
 * matches, with the nearest name.
 */
export const selectOperations = (
  { operations }: ApiDocument,
  { include = [], exclude = [], tags = [], methods = [], readOnly = false }: Filters,
): Selection => {
  for (const filter of [...include, ...exclude]) assertMatches(operations, filter)
  for (const tag of tags) assertKnown('tag', tag, operations.flatMap(tagsOf))
  for (const method of methods)
    assertKnown(
      'method',
      method.toUpperCase(),
      operations.map((one) => one.method),
    )
  const forbidden = new Set(
    operations.filter(
      (operation) =>
        exclude.some((filter) => matches(operation, filter)) || (readOnly && !isSafeMethod(operation.method)),
    ),
  )
  const isSelected = (operation: ApiOperation): boolean =>
    !forbidden.has(operation) &&
    (include.length === 0 || include.some((filter) => matches(operation, filter))) &&
    (tags.length === 0 || tagsOf(operation).some((tag) => tags.includes(tag))) &&
    (methods.length === 0 || methods.some((method) => method.toUpperCase() === operation.method))
  const selected = operations.filter(isSelected)
  if (selected.length === 0)
    throw new ConfigurationError(
      'The filters leave no operation to check; loosen --include, --exclude, --tag, --method or --read-only.',
    )
  return { selected, leftOut: operations.filter((operation) => !isSelected(operation)), forbidden }
}

const tagsOf = ({ raw }: ApiOperation): readonly string[] => {
  const tags = own(raw, 'tags')
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
}

const assertKnown = (kind: string, wanted: string, known: readonly string[]): void => {
  if (known.includes(wanted)) return
  const nearest = suggest([...new Set(known)], wanted)
  throw new ConfigurationError(`No operation has the ${kind} ${wanted}${nearest}`)
}

const matches = ({ id, path }: ApiOperation, filter: string): boolean => {
  const pattern = new RegExp(`^${filter.split('*').map((text) => escapePattern(text)).join('.*')}$`) // prettier-ignore
  return pattern.test(id) || pattern.test(path)
}

const assertMatches = (operations: readonly ApiOperation[], filter: string): void => {
  if (operations.some((operation) => matches(operation, filter))) return
  const names = operations.flatMap(({ id, path }) => [id, path])
  throw new ConfigurationError(`No operation has the operationId or path ${filter}${suggest(names, filter)}`)
}
