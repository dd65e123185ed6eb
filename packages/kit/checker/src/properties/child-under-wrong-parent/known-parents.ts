import type { ApiOperation } from '@contract-kit/openapi'
import type { InputBinding, Resource, ResourceGraph } from '@contract-kit/resources'
import { isId, readListedItems } from '@contract-kit/resources/exchanges'
import { isSameId } from '../../compare/facts.ts'
import { createItem } from '../../scenarios/items.ts'
import { findWholeList } from '../../scenarios/pages.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, type Walk } from '../../scenarios/walk.ts'
import { documentedValues } from '../../session/path-values.ts'
import { readUnlisted } from './oracle.ts'

/**
 * A child is found only under its own parent, even if parents, such as tenants, cannot be created and the document lists their ids. Two ids
 * may be aliases of one parent, so the other parent's list must not contain the child.
 */
export const planKnownParents = (resource: Resource, graph: ResourceGraph): readonly Scenario[] => {
  const { create, read } = resource
  const list = findWholeList(resource)?.operation
  if (create === undefined || read === undefined || list === undefined) return []
  const parent = graph
    .bindings(read.operation)
    .find(
      (binding) =>
        binding.location === 'path' &&
        binding.resource !== resource &&
        binding.resource?.create === undefined &&
        binding.producers.length === 0 &&
        [create.operation, list].every((operation) => hasInPath(operation, binding)) &&
        valuesOf(read.operation, binding).length > 1,
    )
  if (parent?.resource === undefined) return []
  const { resource: kind } = parent
  const title = `a ${resource.name} is found under its own ${kind.name} only`
  const scenario = defineScenario(`known-parent ${resource.key}`, read.operation, title, (walk) =>
    askElsewhere(walk, resource, { parent, kind, list, read: read.operation }),
  )
  return [{ ...scenario, watches: true }]
}

const hasInPath = ({ parameters }: ApiOperation, { name }: InputBinding): boolean =>
  parameters.some((one) => one.in === 'path' && one.name === name)

const valuesOf = ({ parameters }: ApiOperation, { name }: InputBinding) =>
  parameters
    .filter((one) => one.in === 'path' && one.name === name)
    .flatMap((parameter) => documentedValues(parameter))
    .filter(isId)

const askElsewhere = async (
  walk: Walk,
  resource: Resource,
  {
    parent,
    kind,
    list,
    read,
  }: {
    readonly parent: InputBinding
    readonly kind: Resource
    readonly list: ApiOperation
    readonly read: ApiOperation
  },
): Promise<void> => {
  const create = await createItem(walk, resource)
  const own = create.case.values?.path[parent.name]
  const id = walk.ids.get(resource)?.value
  const value = valuesOf(read, parent).find((one) => !isSameId(one, own))
  if (id === undefined || own === undefined || !isId(own) || value === undefined) return
  walk.ids.set(kind, { value: own, source: 'document value' })
  const listed = await walk.send(list)
  if (!isDone(listed) || readListedItems(resource, listed)?.some((item) => isSameId(item.id, id)) !== true)
    return
  walk.ids.set(kind, { value, source: 'document value' })
  const others = await walk.send(list, { mayBeRejected: true })
  if (!isDone(others)) return
  const found = await walk.send(read, { mayBeRejected: true })
  walk.show(readUnlisted, { create, list: listed, others, read: found })
}
