import type { Exchange, OtherIdentity } from '../../core/exchange.ts'
import type { ApiOperation } from '@contract-kit/openapi'
import type { JsonObject } from '@contract-kit/json-schema/json'
import { isValid } from '@contract-kit/json-schema/schemas'
import { type Resource, type ResourceGraph } from '@contract-kit/resources'
import { findIdempotencyKey, findShownItem } from '@contract-kit/resources/exchanges'
import { findActions } from '../../scenarios/actions.ts'
import { drawFullChange } from '../../scenarios/bodies.ts'
import { createItem, provideInputs } from '../../scenarios/items.ts'
import { KEY_ATTEMPTS, keyOf } from '../../scenarios/keys.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import type { ValueOverride } from '../../scenarios/port.ts'
import { isDone, type StepOptions, type Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'
import {
  credentialScopeRule,
  keyShared,
  strangerChanged,
  strangerListed,
  strangerRead,
  strangerRemoved,
} from './oracle.ts'
import { planOwnAccount } from './own-accounts.ts'

/** Credentials give no access to operations without the required scopes, or to items of another owner. */
export const credentialScope: Property = {
  rules: [credentialScopeRule],
  ofResource: (resource, { graph, document, stranger }) =>
    stranger === undefined
      ? []
      : [
          ...planOwnership(resource, graph, document.operations, stranger),
          ...planKeyOwnership(resource, graph, stranger),
          ...planOwnAccount(resource, graph, stranger),
        ],
}

/** Another owning identity cannot read, change or delete the items of this one. */
const planOwnership = (
  resource: Resource,
  graph: ResourceGraph,
  operations: readonly ApiOperation[],
  stranger: OtherIdentity,
): readonly Scenario[] => {
  const { create, read, kind } = resource
  if (create === undefined || read === undefined || kind === 'singleton') return []
  const actions = findActions(resource, graph, operations).slice(0, MAX_ACTIONS)
  const title = `other identities have no access to a ${resource.name}`
  const scenario = defineScenario(`ownership ${resource.key}`, read.operation, title, (walk) =>
    trespass(walk, resource, read.operation, stranger, actions),
  )
  return [{ ...scenario, touches: actions, watches: true }]
}

/** Maximum number of actions that another identity tries on one item. */
const MAX_ACTIONS = 4

const trespass = async (
  walk: Walk,
  resource: Resource,
  read: ApiOperation,
  identity: OtherIdentity,
  actions: readonly ApiOperation[],
): Promise<void> => {
  const { list, replace, patch, remove } = resource
  const create = await createItem(walk, resource)
  let shown = await walk.send(read)
  if (!isDone(shown)) return
  walk.show(strangerRead, { create, own: shown, read: await walk.send(read, { identity }) })
  if (list !== undefined) {
    const own = await walk.send(list.operation)
    const found = searches(list.operation, findShownItem(resource, shown) ?? {})
    for (const overrides of [[], ...found.map((override) => [override])])
      walk.show(strangerListed, {
        create,
        own,
        list: await walk.send(list.operation, { identity, overrides }),
      })
  }
  for (const { operation } of [replace, patch].filter((call) => call !== undefined)) {
    await provideInputs(walk, operation, resource)
    const values = drawFullChange(walk, operation, findShownItem(resource, shown) ?? {})
    const options = { values, identity, ...onTag(shown) }
    shown = await tryChange(walk, read, { create, once: undefined, before: shown }, operation, options)
    if (!isDone(shown)) return
  }
  for (const action of actions) {
    await provideInputs(walk, action, resource)
    const [once, before] = [await walk.send(read), await walk.send(read)]
    shown = await tryChange(walk, read, { create, once, before }, action, { identity })
    if (!isDone(shown)) return
  }
  if (remove === undefined) return
  await provideInputs(walk, remove.operation, resource)
  const removal = await walk.send(remove.operation, { identity, ...onTag(shown) })
  if (isDone(removal))
    walk.show(strangerRemoved, { create, before: shown, remove: removal, after: await walk.send(read) })
}

/** Sends a change by another identity and, if accepted, reads the item again. Resolves with the latest read. */
const tryChange = async (
  walk: Walk,
  read: ApiOperation,
  seen: { readonly create: Exchange; readonly once: Exchange | undefined; readonly before: Exchange },
  operation: ApiOperation,
  options: StepOptions,
): Promise<Exchange> => {
  const change = await walk.send(operation, options)
  if (!isDone(change)) return seen.before
  const after = await walk.send(read)
  walk.show(strangerChanged, { ...seen, change, after })
  return after
}

/**
 * Texts of an item, or parts of them, as search terms for a list. A search by another identity must not find the item. Simple parts come
 * first, because a search may ignore other characters.
 */
const searches = ({ parameters }: ApiOperation, item: JsonObject): readonly ValueOverride[] => {
  const search = parameters.find((each) => each.in === 'query' && SEARCH.test(each.name))
  const texts = Object.entries(item).flatMap(([key, value]) =>
    typeof value === 'string' && value !== '' && /name|title|label|subject/i.test(key) ? [value] : [],
  )
  const parts = [
    ...texts.flatMap((text) => text.match(/[\w .-]{3,40}/g) ?? []),
    ...texts,
    ...texts.map((text) => Array.from(text).slice(0, 10).join('')),
  ]
  const value = parts.find((text) => search?.schema === undefined || isValid(search.schema, text))
  return search === undefined || value === undefined ? [] : [{ location: 'query', name: search.name, value }]
}

const SEARCH = /^(q|query|search|keyword|text|term)$/i

/** Sends the current entity tag, so that only ownership decides about the request. */
export const onTag = ({ response }: Exchange): Pick<StepOptions, 'headers'> => {
  const tag = response.header('etag')
  return tag === undefined ? {} : { headers: [['if-match', tag]] }
}

/** Whether no response provides a value of the path. Other identities cannot create items below a parent that they do not own. */
const isForAll = (operation: ApiOperation, graph: ResourceGraph): boolean => {
  const bindings = graph.bindings(operation).filter(({ location }) => location === 'path')
  const parameters = operation.parameters.filter(({ in: location }) => location === 'path')
  return parameters.every(({ name }) =>
    bindings.some(
      (binding) =>
        binding.name === name && binding.producers.length === 0 && binding.resource?.create === undefined,
    ),
  )
}

/** A key belongs to its sender: another identity with the same key and request gets its own item. */
const planKeyOwnership = (
  { create, name }: Resource,
  graph: ResourceGraph,
  stranger: OtherIdentity,
): readonly Scenario[] => {
  const parameter = create && findIdempotencyKey(create.operation)
  if (create === undefined || parameter === undefined || !isForAll(create.operation, graph)) return []
  const { operation } = create
  const title = `the idempotency key of another identity creates another ${name}`
  const scenario = defineScenario(`key-ownership ${operation.id}`, operation, title, async (walk) => {
    await provideInputs(walk, operation)
    for (let attempt = 1; attempt <= KEY_ATTEMPTS; attempt += 1) {
      const overrides = [keyOf(walk, parameter, attempt)]
      const values = walk.draw(operation, { overrides, isKnown: attempt === 1 })
      const own = await walk.send(operation, { values, keepsKey: true })
      if (!isDone(own)) continue
      walk.show(keyShared, {
        own,
        other: await walk.send(operation, { values, identity: stranger, keepsKey: true }),
      })
      return
    }
  })
  return [{ ...scenario, watches: true }]
}
