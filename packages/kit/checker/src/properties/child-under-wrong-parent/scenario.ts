import type { Exchange } from '../../core/exchange.ts'
import { type Json, readNumber } from '@contract-kit/json-schema/json'
import { isValid } from '@contract-kit/json-schema/schemas'
import { sampleValues } from '@contract-kit/json-schema/values'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource, type ResourceCall, type ResourceGraph } from '@contract-kit/resources'
import { type Id, isId } from '@contract-kit/resources/exchanges'
import { createItem, makeAnother, makeItem, provideInputs } from '../../scenarios/items.ts'
import { onTag } from '../credential-scope/scenario.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { TrackedItem } from '../../scenarios/tracked-item.ts'
import { isDone, isPending, type KnownId, type Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'
import {
  childUnderWrongParentRule,
  createdBelowNothing,
  deletedUnderOther,
  listedBelowNothing,
  listedUnderOther,
  readUnderOther,
} from './oracle.ts'
import { planKnownParents } from './known-parents.ts'
import { findListBelow, planListsBelow } from './lists-below.ts'
import { planRelationships } from './relationships.ts'

/** A child is found only under its own parent and its own other ancestors. Nothing exists below a missing parent. */
export const childUnderWrongParent: Property = {
  rules: [childUnderWrongParentRule],
  ofResource: (resource, { graph }) => [
    ...([planWrongParent, planListsBelow]
      .map((plan) => plan(resource, graph))
      .find(({ length }) => length > 0) ?? []),
    ...planKnownParents(resource, graph),
    ...planRelationships(resource, graph),
  ],
}

const planWrongParent = (resource: Resource, graph: ResourceGraph): readonly Scenario[] => {
  const { create, read } = resource
  if (create === undefined || read === undefined) return []
  const above = graph.resources.filter(
    (one) =>
      one !== resource &&
      one.kind === 'collection' &&
      one.create !== undefined &&
      [read, create].every(({ operation }) => isNeeded(operation, one, graph.bindings)),
  )
  const nearest = above.at(-1)
  if (nearest === undefined) return []
  const title = `a ${resource.name} is found under its own ${nearest.name} only`
  const scenario = defineScenario(`wrong-parent ${resource.key}`, read.operation, title, (walk) =>
    ask(walk, resource, above.toReversed(), read.operation),
  )
  return [{ ...scenario, watches: true }]
}

const ask = async (
  walk: Walk,
  resource: Resource,
  above: readonly Resource[],
  read: ApiOperation,
): Promise<void> => {
  const create = await createItem(walk, resource)
  const own = walk.ids.get(resource)
  const right = await new TrackedItem(walk, create).read(read)
  if (!isDone(right)) return
  for (const [index, parent] of above.entries()) {
    const before = walk.ids.get(parent)
    if (before === undefined || parent.create === undefined) continue
    await provideInputs(walk, parent.create.operation, parent)
    await makeItem(walk, parent)
    const other = walk.ids.get(parent)
    if (other !== undefined && other.value !== before.value) {
      const wrong = await walk.send(read, { mayBeRejected: true })
      walk.show(readUnderOther, { create, read: wrong })
      if (index === 0) {
        if (!isDone(wrong)) await deleteElsewhere(walk, resource, parent, before, right)
        walk.ids.set(parent, other)
        const list = findListBelow(resource, parent, walk.port.graph)
        if (list !== undefined) walk.show(listedUnderOther, { create, list: await walk.send(list) })
        if (resource.create?.operation.method === 'POST') await makeAnother(walk, resource)
        if (own !== undefined) walk.ids.set(resource, own)
      }
    }
    walk.ids.set(parent, before)
  }
  for (const parent of above) await askMissing(walk, resource, parent)
}

/** Deletes an item through another parent and, if that succeeds, reads it under its own. */
const deleteElsewhere = async (
  walk: Walk,
  { remove }: Resource,
  parent: Resource,
  own: KnownId,
  shown: Exchange,
): Promise<void> => {
  const { operation: read } = shown.case
  if (remove === undefined || read === undefined) return
  if (!isNeeded(remove.operation, parent, walk.port.graph.bindings)) return
  const removal = await walk.send(remove.operation, { ...onTag(shown), mayBeRejected: true })
  walk.ids.set(parent, own)
  if (isDone(removal) && !isPending(removal))
    walk.show(deletedUnderOther, { remove: removal, read: await walk.send(read) })
}

/** Lists and creates items below a missing parent, if 404 is documented. */
const askMissing = async (walk: Walk, resource: Resource, parent: Resource): Promise<void> => {
  const { graph } = walk.port
  const own = walk.ids.get(parent)
  const [list, create] = [resource.list, resource.create].map((call) =>
    call?.operation.responses.has('404') === true && isNeeded(call.operation, parent, graph.bindings)
      ? call.operation
      : undefined,
  )
  if (own === undefined || parent.read === undefined || (list ?? create) === undefined) return
  const value = missingId(parent.read, own.value)
  if (value === undefined) return
  walk.ids.set(parent, { value, source: 'nothing' })
  const read = parent.read.operation
  const readParent = () => walk.send(read, { mayBeRejected: true })
  if ((await readParent()).response.status === 404) {
    if (list !== undefined)
      walk.show(listedBelowNothing, { list: await walk.send(list, { mayBeRejected: true }) })
    if (create !== undefined) {
      await provideInputs(walk, create, resource)
      const made = await walk.send(create, { mayBeRejected: true })
      if (isDone(made) && !isPending(made))
        walk.show(createdBelowNothing, { create: made, read: await readParent() })
    }
  }
  walk.ids.set(parent, own)
}

/** An id in the format of an existing one, which no item is expected to have. */
const missingId = ({ operation, id }: ResourceCall, own: Id): Id | undefined => {
  const schema = operation.parameters.find(
    ({ in: place, name }) => place === 'path' && name === id?.name,
  )?.schema
  if (schema === undefined || id?.location !== 'path') return undefined
  const text = String(own)
  const last = text.replace(/[^]{1,3}$/, (end) => end.replaceAll(/\d/g, '7').replaceAll(/[a-z]/gi, 'e'))
  const others: readonly Json[] =
    typeof own === 'string' ? [last] : [readNumber(`${text.slice(0, -1)}79`), readNumber(last)]
  return [...others, ...sampleValues(schema, { direction: 'request' }, 5)].find(
    (value): value is Id =>
      isId(value) && String(value) !== text && isValid(schema, value, { direction: 'request' }),
  )
}

const isNeeded = (operation: ApiOperation, above: Resource, bindings: ResourceGraph['bindings']): boolean =>
  bindings(operation).some(({ location, resource }) => location === 'path' && resource === above)
