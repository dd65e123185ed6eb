import type { ApiOperation } from '../../document/api-document.ts'
import { evaluateExpressions } from '../../resources/evaluate-expressions.ts'
import { isId } from '../../resources/created-id.ts'
import { readListedItems } from '../../resources/listed-items.ts'
import type { InputBinding, Resource } from '../../resources/resource-graph.ts'
import { makeItem } from './make-item.ts'
import { isDone, isNeeded, type Walk } from './walk.ts'

/** How far a reference may lead to things that refer to others themselves. */
const MAX_DEPTH = 4

/**
 * Sees to it that the things which an operation refers to exist: parents and targets of foreign keys are made, else looked up
 * in a list, else taken from another answer. `self` is what the operation itself is about and needs no provision.
 */
export const provideInputs = async (
  walk: Walk,
  operation: ApiOperation,
  self?: Resource,
  trail: readonly Resource[] = [],
): Promise<void> => {
  for (const binding of walk.port.graph.bindings(operation)) {
    const { resource } = binding
    if (resource === undefined || resource === self || trail.includes(resource) || !isNeeded(binding))
      continue
    if (walk.findId(resource) !== undefined) continue
    if (trail.length >= (binding.isRequired ? MAX_DEPTH : 1)) continue
    await provide(walk, binding, resource, [...trail, ...(self === undefined ? [] : [self]), resource])
  }
}

/** The inputs of an operation which must have a value that exists and have none. */
export const findUnbound = (walk: Walk, operation: ApiOperation): readonly InputBinding[] =>
  walk.port.graph
    .bindings(operation)
    .filter(
      ({ isRequired, resource }) =>
        isRequired && resource !== undefined && walk.findId(resource) === undefined,
    )

const provide = async (
  walk: Walk,
  binding: InputBinding,
  resource: Resource,
  trail: readonly Resource[],
): Promise<void> => {
  const kin = walk.port.graph.resources.filter(
    ({ name, kind }) => name === resource.name && kind === resource.kind,
  )
  const sources = [resource, ...kin.filter((each) => each !== resource)]
  for (const source of sources) {
    if (source.create === undefined) continue
    await provideInputs(walk, source.create.operation, source, trail)
    if ((await makeItem(walk, source, 'given')) !== undefined) return
  }
  for (const source of sources) {
    if (await lookUp(walk, source, trail)) return
  }
  await takeFromAnswers(walk, binding, resource, trail)
}

const lookUp = async (walk: Walk, resource: Resource, trail: readonly Resource[]): Promise<boolean> => {
  const { list } = resource
  if (list === undefined) return false
  await provideInputs(walk, list.operation, undefined, trail)
  const exchange = await walk.send('given', list.operation)
  const found = isDone(exchange)
    ? readListedItems(resource, exchange)?.find(({ id }) => id !== undefined)
    : undefined
  if (found?.id === undefined) return false
  walk.ids.set(resource, { value: found.id, source: `${list.operation.id} list` })
  return true
}

/** Asks the first operations that mention such a thing, as long as they can be asked without one. */
const takeFromAnswers = async (
  walk: Walk,
  { producers }: InputBinding,
  resource: Resource,
  trail: readonly Resource[],
): Promise<void> => {
  const makers = new Set([resource.create?.operation, resource.list?.operation])
  const others = producers.filter(({ operation }) => !makers.has(operation)).slice(0, 3)
  for (const { operation, expression } of others) {
    const known = walk.history.findLast(
      (exchange) => exchange.case.operation === operation && isDone(exchange),
    )
    const exchange = known ?? (await ask(walk, operation, trail))
    const value =
      exchange && isDone(exchange) ? evaluateExpressions(expression, exchange).find(isId) : undefined
    if (value === undefined) continue
    walk.ids.set(resource, { value, source: `${operation.id} ${expression}` })
    return
  }
}

const ask = async (walk: Walk, operation: ApiOperation, trail: readonly Resource[]) => {
  if (operation.method === 'DELETE') return undefined
  await provideInputs(walk, operation, undefined, trail)
  return findUnbound(walk, operation).length > 0 ? undefined : walk.send('given', operation)
}
