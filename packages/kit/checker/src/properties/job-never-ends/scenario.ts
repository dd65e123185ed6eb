import type { Exchange } from '../../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource, type ResourceGraph } from '@contract-kit/resources'
import { answerSketch } from '@contract-kit/resources/exchanges'
import { isStateName } from '@contract-kit/resources/words'
import { isNothing } from '../../compare/same-values.ts'
import { stageOf } from '../../compare/states.ts'
import { readShown } from '../../compare/things.ts'
import { createPlain, findActions, rejectedRequests } from '../../scenarios/actions.ts'
import { drawFullChange, thinBody } from '../../scenarios/bodies.ts'
import { createItem, provideInputs } from '../../scenarios/items.ts'
import { findObjectBody, withObject } from '../../scenarios/object-body.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, type Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'
import { jobNeverEndsRule } from './oracle.ts'
import { WatchedItem } from './watched-item.ts'

/** An action on an item takes full effect or none. A final state is permanent. */
export const jobNeverEnds: Property = {
  rules: [jobNeverEndsRule],
  ofDocument: ({ graph, document }) => planActions(graph, document.operations),
}

const planActions = (graph: ResourceGraph, operations: readonly ApiOperation[]): readonly Scenario[] =>
  graph.resources.flatMap((resource) => {
    const { create, read, patch, kind, key, name } = resource
    if (create === undefined || read === undefined || kind === 'singleton') return []
    const actions = findActions(resource, graph, operations)
    const look = read.operation
    const course = defineScenario(`course ${key}`, look, `a ${name} in a final state keeps it`, (walk) =>
      watch(walk, resource, look, actions),
    )
    const changes = patch === undefined ? [] : [patch.operation]
    return [
      ...(hasState(look) || create.operation.responses.has('202')
        ? [{ ...course, touches: [...actions, ...changes], removes: [look] }]
        : []),
      ...actions.map((action) => ({
        ...defineScenario(`act ${action.id}`, action, `${action.id} takes effect on a ${name}`, (walk) =>
          act(walk, resource, action, { read: look, others: actions.filter((other) => other !== action) }),
        ),
        touches: [look, ...actions, ...changes],
        // A canceled order may disappear from the list.
        removes: [look],
      })),
    ]
  })

const hasState = (read: ApiOperation): boolean =>
  [...(answerSketch(read)?.fields().keys() ?? [])].some(isStateName)

/** Maximum number of reads until an item has ended; one more read follows. */
const MAX_LOOKS = 7
const ENDED_LOOKS = 3

const watch = async (
  walk: Walk,
  resource: Resource,
  read: ApiOperation,
  actions: readonly ApiOperation[],
): Promise<void> => {
  const item = new WatchedItem(walk, await createItem(walk, resource), read)
  let ended = 0
  for (let looks = 0; looks < MAX_LOOKS && ended < ENDED_LOOKS; looks += 1) {
    const seen = await item.look()
    const stage = isDone(seen) ? stageOf(seen) : undefined
    if (stage === undefined) return
    if (stage !== 'working') ended += 1
  }
  if (ended < ENDED_LOOKS) return
  for (const action of actions) {
    await provideInputs(walk, action, resource)
    const { acted } = await item.act(action)
    if (isDone(acted)) return
  }
  await useEnded(walk, resource, item)
}

/** Operations on the item besides the tested action: the read, and other actions. */
interface Around {
  readonly read: ApiOperation
  readonly others: readonly ApiOperation[]
}

const act = async (
  walk: Walk,
  resource: Resource,
  action: ApiOperation,
  { read, others }: Around,
): Promise<void> => {
  const item = new WatchedItem(walk, await createItem(walk, resource), read)
  await provideInputs(walk, action, resource)
  if (!isDone(await item.look())) return
  const { acted, after } = await item.act(action)
  if (isDone(after)) {
    await item.look()
    await item.act(action)
  }
  const ready =
    isRejected(acted) && others.length > 0 ? await prepare(walk, resource, action, { read, others }) : item
  if (ready !== undefined && ready !== item) await ready.act(action)
  if (ready !== undefined) await useEnded(walk, resource, ready, action)
  if (action.body === undefined) return
  const other = new WatchedItem(walk, await createItem(walk, resource), read)
  for (const options of rejectedRequests(walk, resource, action)) {
    await other.look()
    await other.look()
    const { after: last } = await other.act(action, options)
    if (!isDone(last)) return
  }
}

/** Whether a response may be a rejection for the item's state. */
const isRejected = ({ response: { status } }: Exchange): boolean => [400, 409, 422].includes(status)

/**
 * Sends the action with a full body, on a minimal item or one that other actions brought into a permitted state. Undefined if no attempt
 * succeeded.
 */
const prepare = async (
  walk: Walk,
  resource: Resource,
  action: ApiOperation,
  { read, others }: Around,
): Promise<WatchedItem | undefined> => {
  let item: WatchedItem | undefined
  for (const other of [undefined, ...others]) {
    if (other !== undefined) await provideInputs(walk, other, resource)
    item ??= new WatchedItem(walk, await createPlain(walk, resource), read)
    if (other !== undefined && !isDone((await item.act(other)).acted)) continue
    if (isDone((await item.act(action, { values: drawFullChange(walk, action, {}) })).acted)) return item
    // An item in a final state accepts no more actions.
    if (item.hasEnded) item = undefined
  }
  return undefined
}

/** Uses an item in a final state: repeats current values in a change, then the actions that led to the state. */
const useEnded = async (
  walk: Walk,
  { patch }: Resource,
  item: WatchedItem,
  ending?: ApiOperation,
): Promise<void> => {
  const { shown } = item
  if (patch?.operation.method === 'PATCH' && shown !== undefined && item.hasEnded)
    await item.use(patch.operation, { values: drawRepetition(walk, patch.operation, shown) })
  for (const action of item.accepted) {
    if (action !== ending && item.hasEnded) await item.use(action)
  }
}

/** A change of one property, and of required ones, to the item's current values. */
const drawRepetition = (walk: Walk, change: ApiOperation, shown: Exchange): RequestValues => {
  const values = drawFullChange(walk, change, {})
  const object = findObjectBody(change, values)
  if (object === undefined) return values
  const held = Object.fromEntries(
    readShown(shown).flatMap(({ value }) =>
      Object.entries(value).filter(([name, is]) => Object.hasOwn(object.value, name) && !isNothing(is)),
    ),
  )
  const same = withObject(change, values, { ...object.value, ...held }) ?? values
  return thinBody(
    change,
    same,
    Object.keys(held)
      .filter((name) => !isStateName(name))
      .slice(0, 1),
  )
}
