import { findKeyword } from '@contract-kit/json-schema/schemas'
import type { ApiOperation } from '@contract-kit/openapi'
import type { Resource, ResourceGraph } from '@contract-kit/resources'
import { answerSketch, walkSketch } from '@contract-kit/resources/exchanges'
import { isStateName } from '@contract-kit/resources/words'
import type { Exchange } from '../../core/exchange.ts'
import { statesOf } from '../../compare/states.ts'
import { createPlain, findActions } from '../../scenarios/actions.ts'
import { drawFullChange, thinBody } from '../../scenarios/bodies.ts'
import { createItem, provideInputs } from '../../scenarios/items.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, type Walk } from '../../scenarios/walk.ts'
import { WatchedItem } from '../job-never-ends/watched-item.ts'
import type { Property } from '../property.ts'
import { limitsOf, illegalTransitionRule } from './oracle.ts'

/** An action is tried in every reached state that the document forbids. `job-never-ends` also tries actions in some states. */
export const illegalTransition: Property = {
  rules: [illegalTransitionRule],
  ofDocument: ({ graph, document }) => planTransitions(graph, document.operations),
}

const planTransitions = (graph: ResourceGraph, operations: readonly ApiOperation[]): readonly Scenario[] =>
  graph.resources.flatMap((resource) => {
    const { create, read, kind, key, name } = resource
    if (create === undefined || read === undefined || kind === 'singleton') return []
    const actions = findActions(resource, graph, operations).filter((action) =>
      isBelow(graph, resource, action),
    )
    const limited = [...actions, ...changesOf(resource), ...additionsTo(resource, graph)].filter(
      (operation) => forbidsAny(operation, resource, read.operation),
    )
    if (actions.length === 0 || limited.length === 0) return []
    const title = `what can be done with a ${name} depends on its state`
    const calls = { read: read.operation, actions, limited }
    const scenario = defineScenario(`states ${key}`, read.operation, title, (walk) =>
      explore(walk, resource, calls),
    )
    return [{ ...scenario, touches: [...actions, ...limited], removes: [read.operation] }]
  })

/** Whether an operation names one item in its path. A batch may report rejections within a success. */
const isBelow = (graph: ResourceGraph, resource: Resource, operation: ApiOperation): boolean =>
  graph.bindings(operation).some((one) => one.location === 'path' && one.resource === resource)

const changesOf = ({ patch, replace, remove }: Resource): readonly ApiOperation[] => [
  ...new Set([patch, replace, remove].flatMap((call) => call?.operation ?? [])),
]

const additionsTo = (resource: Resource, { resources }: ResourceGraph): readonly ApiOperation[] =>
  resources.flatMap(({ parent, create }) => (parent === resource ? (create?.operation ?? []) : []))

/** Depth of a state in an envelope: `/data/attributes/state`. */
const MAX_DEPTH = 3

const forbidsAny = (operation: ApiOperation, { name }: Resource, read: ApiOperation): boolean => {
  const answer = answerSketch(read)
  const places = answer === undefined ? [] : walkSketch(answer, ({ depth }) => depth < MAX_DEPTH)
  return places.some(({ field, sketch: { nodes } }) => {
    const choice = isStateName(field) ? nodes.flatMap((node) => findKeyword(node, 'enum') ?? []) : []
    return choice.length > 0 && limitsOf(operation, name, choice).forbidden.length > 0
  })
}

interface Calls {
  readonly read: ApiOperation
  /** What may bring the item into another state. */
  readonly actions: readonly ApiOperation[]
  /** What the document forbids in some state. */
  readonly limited: readonly ApiOperation[]
}

/** Maximum number of states in which operations are tried. */
const MAX_STATES = 6

/** A minimal item comes first, because optional properties may lead to a state that allows no action. It may also lack what one needs. */
const explore = async (walk: Walk, resource: Resource, calls: Calls): Promise<void> => {
  for (const create of [createPlain, createItem]) {
    const exploration = new Exploration(walk, resource, calls, create)
    await exploration.visit([])
    if (exploration.states.size > 1) return
  }
}

/** Follows actions from state to state, each with an item of its own. */
class Exploration {
  readonly states = new Set<string>()
  readonly #walk: Walk
  readonly #resource: Resource
  readonly #calls: Calls
  readonly #create: typeof createPlain

  constructor(walk: Walk, resource: Resource, calls: Calls, create: typeof createPlain) {
    this.#walk = walk
    this.#resource = resource
    this.#calls = calls
    this.#create = create
  }

  /** Tries what the state at the end of a route forbids, then follows the other actions. `there` is an item in that state, if any. */
  async visit(route: readonly ApiOperation[], there?: WatchedItem): Promise<void> {
    let item = there ?? (await this.#bring(route))
    const state = stateOf(item)
    if (item?.shown === undefined || state === '' || this.states.has(state)) return
    if (this.states.size === MAX_STATES) return
    this.states.add(state)
    const { actions, limited } = this.#calls
    const forbidden = limited.filter((operation) => isForbidden(operation, this.#resource, item?.shown))
    for (const operation of new Set([...forbidden, ...actions])) {
      item ??= await this.#bring(route)
      if (item === undefined || stateOf(item) !== state) return
      if (!isDone(await this.#act(item, operation))) continue
      if (!forbidden.includes(operation)) await this.visit([...route, operation], item)
      item = undefined
    }
  }

  /** A new item on which the actions of a route were accepted. */
  async #bring(route: readonly ApiOperation[]): Promise<WatchedItem | undefined> {
    const created = await this.#create(this.#walk, this.#resource)
    const item = new WatchedItem(this.#walk, created, this.#calls.read)
    await item.look()
    // A rejection is judged by two reads before it.
    if (route.length === 0) await item.look()
    for (const action of route) if (!isDone(await this.#act(item, action))) return undefined
    return item
  }

  async #act(item: WatchedItem, operation: ApiOperation): Promise<Exchange> {
    await provideInputs(this.#walk, operation, this.#resource)
    // A change that changes nothing may be accepted in every state.
    const values = changesOf(this.#resource).includes(operation)
      ? drawFullChange(this.#walk, operation, {})
      : thinBody(operation, this.#walk.draw(operation, { isKnown: true }))
    return (await item.act(operation, { values })).acted
  }
}

const stateOf = (item: WatchedItem | undefined): string =>
  (item?.shown === undefined ? [] : statesOf(item.shown)).map(({ name, is }) => `${name} ${is}`).join()

const isForbidden = (operation: ApiOperation, { name }: Resource, shown: Exchange | undefined): boolean =>
  shown !== undefined &&
  statesOf(shown).some(({ is, choice }) => limitsOf(operation, name, choice).forbidden.includes(is))
