import type { Exchange } from '../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { isObject, type Json, own } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { type InputBinding, type Resource } from '@contract-kit/resources'
import { evaluateExpressions, findCreatedId, isId, readListedItems } from '@contract-kit/resources/exchanges'
import { drawFullChange, thinBody } from './bodies.ts'
import type { ValueOverride } from './port.ts'
import { endAll, isDone, isNeeded, isPending, type KnownId, ScenarioStop, type Walk } from './walk.ts'

/** Creates an item with everything that it requires. Stops the scenario unless its id is known. */
export const createItem = async (
  walk: Walk,
  resource: Resource,
  options: Omit<MakeOptions, 'values' | 'renew'> = {},
): Promise<Exchange> => {
  const exchange = await makeAnother(walk, resource, options)
  assertMade(walk, resource, exchange)
  return exchange
}

/**
 * Creates several items, in parallel after the first. Items with client-chosen names are created one by one, because two walks may choose
 * the same name.
 */
export const createItems = async (
  walk: Walk,
  resource: Resource,
  count: number,
): Promise<readonly Exchange[]> => {
  const isOneByOne = walk.port.workers === 1 || resource.create?.operation.method !== 'POST'
  const oneByOne = isOneByOne ? count : Math.min(count, 1)
  const created: Exchange[] = []
  while (created.length < oneByOne) created.push(await createItem(walk, resource))
  const forks = Array.from({ length: count - oneByOne }, () => walk.fork())
  const others = await endAll(forks.map((fork) => createItem(fork, resource)))
  walk.join(forks)
  return [...created, ...others]
}

/** Stops the scenario unless an item was created and its id is known. The id of an item that is created later is sufficient. */
export function assertMade(
  walk: Walk,
  resource: Resource,
  exchange: Exchange | undefined,
): asserts exchange is Exchange {
  const operation = resource.create?.operation
  if (operation === undefined) throw new Error(`no operation creates ${resource.key}`)
  if (exchange === undefined) throw new ScenarioStop(operation, whyRefused(walk, resource, operation))
  if (isPending(exchange) && !walk.ids.has(resource))
    throw new ScenarioStop(operation, 'it returns 202, so its effect is not visible yet')
  if (resource.kind === 'collection' && !walk.ids.has(resource))
    throw new ScenarioStop(
      operation,
      'neither its response nor a list shows the id of the item that it creates',
    )
}

const whyRefused = (walk: Walk, resource: Resource, operation: ApiOperation): string => {
  const unbound = findUnbound(walk, operation).find((binding) => binding.resource !== resource)
  return unbound === undefined
    ? 'no valid request to it succeeded'
    : `no operation returns a value for ${unbound.location} ${unbound.name}`
}

/**
 * Provides an item: created with all properties, or looked up if it cannot be created. A singleton already exists. Resolves with the
 * creation, if any.
 */
export const establishItem = async (
  walk: Walk,
  resource: Resource,
  operation: ApiOperation,
): Promise<Exchange | undefined> => {
  const { create, kind } = resource
  if (create !== undefined && (kind === 'collection' || create.operation !== operation)) {
    await provideInputs(walk, create.operation, resource)
    const full = await makeItem(walk, resource, {
      values: drawFullChange(walk, create.operation, {}),
    })
    if (full === undefined) return createItem(walk, resource)
    assertMade(walk, resource, full)
    return full
  }
  await provideAll(walk, operation)
  return undefined
}

/** Maximum number of bodies per creation, because undocumented rules may reject some. */
const ATTEMPTS = 6

/** From this attempt on, bodies omit optional references. */
const ALONE_FROM = 3

/** Rejections that another body may avoid. */
const RETRIED = new Set([400, 404, 409, 422])

/** Values for a creation beyond those that the walk knows. */
interface MakeOptions {
  readonly overrides?: readonly ValueOverride[]
  /** The exact values to send, in a single attempt. */
  readonly values?: RequestValues
  /** Whether the server may reject the values although they are valid. */
  readonly mayBeRejected?: boolean
  /** Called after the first rejection: lets later attempts refer to other items, because one may be in use. */
  readonly renew?: () => Promise<void>
}

/** Creates an item whose parents and references exist. The walk then uses its id. Undefined if no attempt succeeds. */
export const makeItem = async (
  walk: Walk,
  resource: Resource,
  { overrides = [], values, renew, mayBeRejected = false }: MakeOptions = {},
): Promise<Exchange | undefined> => {
  const { create } = resource
  if (create === undefined) return undefined
  const before = walk.ids.get(resource)
  walk.ids.delete(resource)
  for (let attempt = 0; attempt < (values === undefined ? ATTEMPTS : 1); attempt += 1) {
    const generated = { overrides, isAlone: attempt >= ALONE_FROM }
    const options = values === undefined ? generated : { values }
    const exchange = await walk.send(create.operation, { ...options, mayBeRejected })
    if (isDone(exchange)) {
      walk.showCreated(exchange)
      const id = await learnId(walk, resource, exchange, before)
      if (id !== undefined) walk.ids.set(resource, id)
      return exchange
    }
    if (!RETRIED.has(exchange.response.status)) return undefined
    if (attempt === 0) await renew?.()
    if (attempt === ALONE_FROM - 1 && exchange.response.status === 409)
      await renewParents(walk, create.operation)
  }
  return undefined
}

/**
 * Recreates the ancestors in the path with minimal properties, because their state may not allow new items below them. The initial state
 * usually does. There may be none yet.
 */
const renewParents = async (walk: Walk, operation: ApiOperation): Promise<void> => {
  if (walk.history.some((exchange) => exchange.case.operation === operation && isDone(exchange))) return
  const parents = walk.port.graph
    .bindings(operation)
    .flatMap(({ location, resource }) =>
      location === 'path' && resource?.create !== undefined && resource.create.operation !== operation
        ? [{ resource, create: resource.create.operation }]
        : [],
    )
  for (const { resource } of parents) walk.ids.delete(resource)
  for (const { resource, create } of parents) {
    await provideInputs(walk, create, resource)
    await makeItem(walk, resource, { values: thinBody(create, walk.draw(create)) })
  }
  const self = walk.port.graph.resources.find(({ create }) => create?.operation === operation)
  await provideInputs(walk, operation, self)
}

/** The id of a new item: from the exchange, else from the list, as the item with the sent values. */
export const learnId = async (
  walk: Walk,
  resource: Resource,
  exchange: Exchange,
  before: KnownId | undefined,
): Promise<KnownId | undefined> => {
  const found = findCreatedId(resource, exchange)
  if (found !== undefined)
    return { value: found.value, source: `${exchange.case.operation?.id ?? ''} ${found.expression}` }
  const { list, create } = resource
  if (isPending(exchange) || list === undefined || list.operation.path !== create?.operation.path)
    return undefined
  const listing = await walk.send(list.operation)
  const items = isDone(listing) ? (readListedItems(resource, listing) ?? []) : []
  const sent = exchange.case.values?.body?.value
  const alike = items.filter(
    ({ id, value }) => id !== undefined && id !== before?.value && showsSent(value, sent),
  )
  const id = alike.at(-1)?.id
  return id === undefined ? undefined : { value: id, source: `${list.operation.id} list` }
}

/** Whether an item shows every sent text, number and boolean, and at least one. */
const showsSent = (item: Json, sent: Json | undefined): boolean => {
  if (!isObject(item) || sent === undefined || !isObject(sent)) return false
  const shared = Object.entries(sent).filter(
    ([name, value]) => typeof value !== 'object' && Object.hasOwn(item, name),
  )
  return shared.length > 0 && shared.every(([name, value]) => own(item, name) === value)
}

/**
 * Creates an item with everything that it requires; undefined if no attempt succeeds. If an earlier item is in the way, such as a copy that
 * is already on loan, the item refers to others.
 */
export const makeAnother = async (
  walk: Walk,
  resource: Resource,
  options: Omit<MakeOptions, 'values' | 'renew'> = {},
): Promise<Exchange | undefined> => {
  const operation = resource.create?.operation
  if (operation === undefined) return undefined
  await provideInputs(walk, operation, resource)
  const isFirst = !walk.history.some((exchange) => exchange.case.operation === operation && isDone(exchange))
  return makeItem(walk, resource, {
    ...options,
    ...(isFirst ? {} : { renew: () => renewReferences(walk, operation, resource) }),
  })
}

/** Maximum depth of references. */
const MAX_DEPTH = 4

/**
 * Provides the items that an operation refers to. Parents and foreign keys are created, else looked up in a list, else taken from another
 * response. `self` is the item of the operation itself, which is not provided.
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

/** Like `provideInputs`, but stops the scenario if a required item does not exist. The operation creates `self`. */
export const provideAll = async (walk: Walk, operation: ApiOperation, self?: Resource): Promise<void> => {
  await provideInputs(walk, operation, self)
  const unbound = findUnbound(walk, operation).find(({ resource }) => resource !== self)
  if (unbound !== undefined)
    throw new ScenarioStop(operation, `no operation returns a value for ${unbound.location} ${unbound.name}`)
}

/** The inputs of an operation that require existing values and have none. */
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
    if ((await makeItem(walk, source)) !== undefined) return
  }
  if (binding.location === 'path') walk.leaveShared()
  for (const source of sources) {
    if (await lookUp(walk, source, trail)) return
  }
  await takeFromResponses(walk, binding, resource, trail)
  const fixed = walk.port.pathValue(binding)
  if (fixed !== undefined && isId(fixed) && walk.findId(resource) === undefined)
    walk.ids.set(resource, { value: fixed, source: 'document value' })
}

const lookUp = async (walk: Walk, resource: Resource, trail: readonly Resource[]): Promise<boolean> => {
  const { list } = resource
  if (list === undefined) return false
  await provideInputs(walk, list.operation, undefined, trail)
  const exchange = await walk.send(list.operation)
  const found = isDone(exchange)
    ? readListedItems(resource, exchange)?.find(({ id }) => id !== undefined)
    : undefined
  if (found?.id === undefined) return false
  walk.ids.set(resource, { value: found.id, source: `${list.operation.id} list` })
  return true
}

/** Sends the first operations that return such a value and do not require one. */
const takeFromResponses = async (
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
  return findUnbound(walk, operation).length > 0 ? undefined : walk.send(operation)
}

/** Recreates the items that the body of a creation refers to, since a copy on loan cannot be lent again. Items in the path stay. */
export const renewReferences = async (
  walk: Walk,
  operation: ApiOperation,
  resource: Resource,
): Promise<void> => {
  const bindings = walk.port.graph.bindings(operation)
  const inPath = new Set(
    bindings.flatMap(({ location, resource: each }) => (location === 'path' ? [each] : [])),
  )
  for (const { location, resource: each } of bindings) {
    if (location === 'body' && each !== undefined && each !== resource && !inPath.has(each))
      walk.ids.delete(each)
  }
  await provideInputs(walk, operation, resource)
}
