import type { Exchange } from '../../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { equalJson, isObject, type Json, own, toCanonicalText } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource, type ResourceGraph } from '@contract-kit/resources'
import { answerSketch, type Id } from '@contract-kit/resources/exchanges'
import { isStateName } from '@contract-kit/resources/words'
import { isNothing } from '../../compare/same-values.ts'
import { stageOf } from '../../compare/states.ts'
import { readShown } from '../../compare/things.ts'
import { callsOf } from '../../phases/claims.ts'
import { withBody } from '../../phases/values.ts'
import { brokenObjects, drawFullChange, thinBody } from '../../scenarios/bodies.ts'
import { findObjectBody, withObject } from '../../scenarios/object-body.ts'
import { changeRejected, endedItemUsed, itemActedOn } from '../../scenarios/evidence.ts'
import { createItem, makeItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, type StepOptions, type Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'
import { itemReadAgain, jobNeverEndsRule } from './oracle.ts'

/** The number of actions tried on one item. */
const MAX_ACTIONS = 4

/** An action on an item, besides a change or deletion, takes effect or has no effect at all. A final state lasts. */
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
        ...defineScenario(`act ${action.id}`, action, `${action.id} has its effect on a ${name}`, (walk) =>
          act(walk, resource, action, { read: look, others: actions.filter((other) => other !== action) }),
        ),
        touches: [look, ...actions, ...changes],
        // An order that is canceled may no longer be in the list.
        removes: [look],
      })),
    ]
  })

/** Operations on an item other than creating, reading, changing and deleting it: `POST /orders/{id}/cancel`, or a batch that names it. */
export const findActions = (
  resource: Resource,
  graph: ResourceGraph,
  operations: readonly ApiOperation[],
): readonly ApiOperation[] => {
  const known = new Set(graph.resources.filter(({ read, list }) => read ?? list).flatMap(callsOf))
  return operations
    .filter((operation) => {
      if (!/^(POST|PUT|PATCH)$/.test(operation.method) || known.has(operation)) return false
      const named = graph.bindings(operation).filter((binding) => binding.resource !== undefined)
      return (named.findLast(({ location }) => location === 'path') ?? named[0])?.resource === resource
    })
    .slice(0, MAX_ACTIONS)
}

const hasState = (read: ApiOperation): boolean =>
  [...(answerSketch(read)?.fields().keys() ?? [])].some(isStateName)

/** Reads an item until it has ended, and once more after that. */
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

/** What there is of an item besides the action that is tried: how it is read, and the other actions on it. */
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

/** Whether a response may mean that the state of the item does not allow the action. */
const isRejected = ({ response: { status } }: Exchange): boolean => [400, 409, 422].includes(status)

/**
 * Does the action, with all that its body may say, on an item that is plain, or that other actions brought into a state which allows it.
 * Undefined if none did.
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
    // What has ended takes no more actions.
    if (item.hasEnded) item = undefined
  }
  return undefined
}

/** Creates an item with as few properties as it needs: others may put it into a state that allows no action. */
const createPlain = async (walk: Walk, resource: Resource): Promise<Exchange> => {
  const create = resource.create?.operation
  if (create !== undefined) {
    await provideInputs(walk, create, resource)
    const made = await makeItem(walk, resource, { values: thinBody(create, walk.draw(create)) })
    if (made !== undefined && walk.ids.has(resource)) return made
  }
  return createItem(walk, resource)
}

/** Uses an item in a final state: repeats what it shows in a change, then the actions that it took on its way there. */
const useEnded = async (
  walk: Walk,
  { patch }: Resource,
  item: WatchedItem,
  ending?: ApiOperation,
): Promise<void> => {
  const { shown } = item
  if (patch?.operation.method === 'PATCH' && shown !== undefined && item.hasEnded)
    await item.use(patch.operation, { values: drawRepetition(walk, patch.operation, shown) })
  for (const action of item.taken) {
    if (action !== ending && item.hasEnded) await item.use(action)
  }
}

/** A change of one property, and of those that it cannot leave out, to the values that the item has. */
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

/** An item with its creation, which is read around actions on it. Shows what the reads prove. */
class WatchedItem {
  readonly #walk: Walk
  readonly #created: Exchange
  readonly #read: ApiOperation
  #looks: readonly Exchange[] = []
  readonly #taken = new Set<ApiOperation>()

  constructor(walk: Walk, created: Exchange, read: ApiOperation) {
    this.#walk = walk
    this.#created = created
    this.#read = read
  }

  /** The actions that were accepted. Each may take effect from then on. */
  get taken(): ReadonlySet<ApiOperation> {
    return this.#taken
  }

  /** The last successful read of it. */
  get shown(): Exchange | undefined {
    return this.#looks.findLast(isDone)
  }

  /** Whether it was last shown in a final state. */
  get hasEnded(): boolean {
    return this.shown !== undefined && /^(done|canceled)$/.test(stageOf(this.shown) ?? '')
  }

  /** Reads it again. */
  async look(): Promise<Exchange> {
    const before = this.#looks.at(-1)
    const after = await this.#send()
    if (before !== undefined && this.#taken.size === 0) this.#walk.show(itemReadAgain, { before, after })
    return after
  }

  /** Sends an action, which the state of the item may not allow, and reads the item. */
  async act(
    action: ApiOperation,
    options: StepOptions = {},
  ): Promise<{ readonly acted: Exchange; readonly after: Exchange }> {
    const [once, before] = [this.#looks.at(-2), this.#looks.at(-1)]
    const acted = await this.#walk.send(action, { ...options, mayBeRejected: true })
    const after = await this.#send()
    if (isDone(acted)) this.#walk.show(itemActedOn, { before, act: acted, after })
    else if (before !== undefined && this.#taken.size === 0)
      this.#walk.show(changeRejected, { created: this.#created, once, before, rejected: acted, after })
    if (isDone(acted)) this.#taken.add(action)
    return { acted, after }
  }

  /** Sends a change or an action that must not bring it back from its final state, and reads it. */
  async use(operation: ApiOperation, options: StepOptions = {}): Promise<void> {
    const [earlier, before] = [this.#looks.slice(0, -1), this.#looks.at(-1)]
    const use = await this.#walk.send(operation, { ...options, mayBeRejected: true })
    if (!isDone(use) || before === undefined) return
    this.#walk.show(endedItemUsed, { earlier, before, use, after: await this.#send() })
  }

  async #send(): Promise<Exchange> {
    const look = await this.#walk.send(this.#read)
    this.#looks = [...this.#looks, look]
    return look
  }
}

/** Requests that a server rejects late: the last statement of the body is broken, or an item that it refers to does not exist. */
const rejectedRequests = (walk: Walk, resource: Resource, action: ApiOperation): readonly StepOptions[] => {
  const inBody = walk.port.graph.bindings(action).filter(({ location }) => location === 'body')
  const [, batch] =
    /^\/([^/]+)\/\*/.exec(inBody.find((binding) => binding.resource === resource)?.name ?? '') ?? []
  if (batch !== undefined) return brokenBatches(walk, action, batch)
  const others = inBody.flatMap(({ location, name, resource: other }) => {
    const known = other === undefined || other === resource ? undefined : walk.findId(other)
    return known === undefined ? [] : [{ overrides: [{ location, name, value: otherId(known.value) }] }]
  })
  return [...brokenObjects(walk, action, walk.draw(action), 2).slice(-1), ...others.slice(0, 1)]
}

/** The number of kinds of items that are tried at the beginning of a batch. */
const MAX_KINDS = 3

/** Batches whose first item is valid and whose last is not; each begins with an item of another kind. */
export const brokenBatches = (walk: Walk, action: ApiOperation, name: string): readonly StepOptions[] => {
  const firstOf = ({ body }: RequestValues): Json | undefined => [own(body?.value, name) ?? []].flat()[0]
  const drawn = walk.draw(action)
  const broken = brokenObjects(walk, action, drawn, 8).find(
    ({ values }) => firstOf(values) !== undefined && !equalJson(firstOf(values), firstOf(drawn)),
  )
  if (broken === undefined) return []
  const items = Array.from({ length: 12 }, () => firstOf(walk.draw(action)) ?? null)
  const kinds = new Map(items.map((item) => [toCanonicalText(Object.keys(item ?? {})), item]))
  return [...kinds.values()].slice(0, MAX_KINDS).map((first) => ({
    ...broken,
    values: withItems(broken.values, name, [first, firstOf(broken.values) ?? null]),
  }))
}

/** The same request with other items in a list of its body. */
export const withItems = (values: RequestValues, name: string, items: Json[]): RequestValues =>
  values.body === undefined || !isObject(values.body.value)
    ? values
    : withBody(values, values.body.contentType, { ...values.body.value, [name]: items })

/** An id of the same form that no item has. */
export const otherId = (id: Id): Id => {
  if (typeof id === 'bigint') return id + 7_000_003n
  if (typeof id === 'number') return id + 7_000_003
  const end = id.slice(-6).replaceAll(/\d/g, (digit) => String(9 - Number(digit)))
  return id.endsWith(end) ? `${id}-9` : `${id.slice(0, -6)}${end}`
}
