import type { ApiOperation } from '@contract-kit/openapi'
import type { ResourceGraph } from '@contract-kit/resources'
import type { Exchange } from '../core/exchange.ts'
import type { WorkingRequests } from '../phases/working-requests.ts'
import { namedPlaces } from '../session/rejections.ts'

/** A rejected or missing value that prevents operations from succeeding. */
export interface Obstruction {
  /** The configuration name of the place: `Zone.name`. */
  readonly name: string
  /** The rejection that names it. */
  readonly rejection: Exchange
  /** The affected operations: the rejected one, and those that need the items it creates. */
  readonly operations: readonly ApiOperation[]
}

/** The obstructions of operations that never succeeded. Unexplained operations are in none. */
export const findObstructions = (
  { graph, working }: { readonly graph: ResourceGraph; readonly working: WorkingRequests },
  failed: readonly ApiOperation[],
): readonly Obstruction[] => {
  const rootOf = (operation: ApiOperation, seen: readonly ApiOperation[] = []): Exchange | undefined => {
    // No item was found because none was created.
    const makers = graph
      .bindings(operation)
      .filter(({ location }) => location === 'path')
      .flatMap(({ producers }) => producers.map((producer) => producer.operation))
      .filter((maker) => failed.includes(maker) && !seen.includes(maker) && maker !== operation)
    for (const maker of makers) {
      const root = rootOf(maker, [...seen, operation])
      if (root !== undefined) return root
    }
    const rejection = working.furthestRejection(operation)
    return rejection !== undefined && nameOf(rejection) !== undefined ? rejection : undefined
  }
  const roots = failed.flatMap((operation) => {
    const rejection = rootOf(operation)
    return rejection === undefined ? [] : [{ operation, rejection, name: nameOf(rejection) ?? '' }]
  })
  return [...Map.groupBy(roots, ({ name }) => name)].flatMap(([name, group]) => {
    const [first] = group
    const operations = group.map(({ operation }) => operation)
    return first === undefined ? [] : [{ name, rejection: first.rejection, operations }]
  })
}

/** The name of the place that a rejection names most clearly. A schema's name is preferred, because other operations may use it, too. */
const nameOf = (rejection: Exchange): string | undefined => {
  const [place] = namedPlaces(rejection)
  if (place === undefined) return undefined
  const [ofOperation, ofSchema] = place.keys
  if (place.location !== 'body') return place.field
  return place.keys.length > 2 ? ofSchema : ofOperation
}
