import type { RequestValues } from '@contract-kit/openapi/wire'
import { writeJson } from '@contract-kit/json-schema/json'
import { isValid } from '@contract-kit/json-schema/schemas'
import type { ApiOperation, ApiParameter } from '@contract-kit/openapi'
import type { Resource, ResourceGraph } from '@contract-kit/resources'
import { findIdempotencyKey, rejectsOtherRequests } from '@contract-kit/resources/exchanges'
import { isSameId } from '../../compare/facts.ts'
import type { Exchange } from '../../core/exchange.ts'
import { withParameter } from '../../phases/values.ts'
import { findObjectBody, withObject } from '../../scenarios/object-body.ts'
import { findUnbound, provideInputs, renewReferences } from '../../scenarios/items.ts'
import { KEY_ATTEMPTS, keyOf } from '../../scenarios/keys.ts'
import { listAfter, listBefore } from '../../scenarios/pages.ts'
import type { ValueOverride } from '../../scenarios/port.ts'
import { defineScenario, type Scenario } from '../../scenarios/scenario.ts'
import { isDone, type Walk } from '../../scenarios/walk.ts'
import type { Property } from '../property.ts'
import {
  idempotencyKeyRule,
  keyRepeated,
  keyRepeatedLater,
  keyRepeatedListed,
  keyRepeatedRead,
  keyReused,
  madeIds,
} from './oracle.ts'

/** A creation with an idempotency key happens once, and the key belongs to that request only. */
export const idempotencyKey: Property = {
  rules: [idempotencyKeyRule],
  ofResource: (resource, { document, graph }) => [
    ...planKeys(resource, resource.create?.operation),
    ...findImports(document.operations, graph, resource).flatMap((operation) =>
      planKeys(resource, operation),
    ),
  ],
}

/** Create operations besides `create`: `POST /entries/bulk` or `/entries:batchCreate` for the items at `/entries`. */
const findImports = (
  operations: readonly ApiOperation[],
  { resources }: ResourceGraph,
  { collectionPath, read, kind }: Resource,
): readonly ApiOperation[] =>
  collectionPath === undefined || read === undefined || kind === 'singleton'
    ? []
    : operations.filter(
        (operation) =>
          /^[/:]/.test(operation.path.slice(collectionPath.length)) &&
          operation.path.startsWith(collectionPath) &&
          !operation.path.slice(collectionPath.length).includes('{') &&
          !resources.some(({ create }) => create?.operation === operation),
      )

const planKeys = (resource: Resource, operation: ApiOperation | undefined): readonly Scenario[] => {
  const parameter = operation && findIdempotencyKey(operation)
  if (operation === undefined || parameter === undefined) return []
  const title = `one idempotency key creates one ${resource.name}`
  const scenario = defineScenario(`key ${operation.id}`, operation, title, (walk) =>
    repeatKey(walk, resource, operation, parameter),
  )
  const touches = operation === resource.create?.operation ? [] : readersOf(resource)
  return [{ ...scenario, touches, watches: true }]
}

const readersOf = ({ read, list }: Resource): readonly ApiOperation[] =>
  [read, list].flatMap((call) => call?.operation ?? [])

const repeatKey = async (
  walk: Walk,
  resource: Resource,
  operation: ApiOperation,
  parameter: ApiParameter,
): Promise<void> => {
  await provideInputs(walk, operation, resource)
  if (findUnbound(walk, operation).some((binding) => binding.resource !== resource)) return
  for (let attempt = 1; attempt <= KEY_ATTEMPTS; attempt += 1) {
    const key = keyOf(walk, parameter, attempt)
    if (parameter.schema !== undefined && !isValid(parameter.schema, key.value, { direction: 'request' }))
      return
    const isKnown = attempt === 1
    const values = walk.draw(operation, { overrides: [key], isKnown })
    const first = await walk.send(operation, { values, keepsKey: true })
    if (!isDone(first)) continue
    const listed = await listBefore(walk, resource)
    const again = await walk.send(operation, { values, keepsKey: true })
    walk.show(keyRepeated, { first, again })
    if (operation !== resource.create?.operation && (await readBoth(walk, resource, first, again))) return
    const list = listed?.isWhole === true ? await listAfter(walk, resource) : undefined
    if (listed !== undefined && list !== undefined)
      walk.show(keyRepeatedListed, { first, before: listed.pages, again, list })
    // The first request may have used up the items that it refers to.
    await renewReferences(walk, operation, resource)
    const others = drawOthers(walk, operation, values, { key, isKnown })
    const isExclusive = rejectsOtherRequests(walk.port.document, operation)
    if (isExclusive && (await reuseKey(walk, operation, others, { first, earlier: [again] }))) return
    const next = keyOf(walk, parameter, KEY_ATTEMPTS + attempt)
    await repeatLater(walk, first, others, next)
    return
  }
}

/** Reads one item of each response, if they differ; both exist only if the key was ignored. Resolves with whether they were read. */
const readBoth = async (
  walk: Walk,
  resource: Resource,
  first: Exchange,
  again: Exchange,
): Promise<boolean> => {
  const read = resource.read?.operation
  const [[one], [other]] = [madeIds(resource, first), madeIds(resource, again)]
  if (read === undefined || one === undefined || other === undefined || isSameId(one, other)) return false
  const reads: Exchange[] = []
  for (const value of [one, other]) {
    walk.ids.set(resource, { value, source: `${first.case.operation?.id ?? ''} response` })
    reads.push(await walk.send(read))
  }
  walk.show(keyRepeatedRead, { first, again, reads })
  return true
}

/** Number of bodies to draw for a different request with the same key. */
const DRAWS = 5

/**
 * Different requests with the same key: a drawn one, and one with a minimal difference, because undocumented rules may reject any drawn
 * body.
 */
const drawOthers = (
  walk: Walk,
  operation: ApiOperation,
  values: RequestValues,
  { key, isKnown }: { readonly key: ValueOverride; readonly isKnown: boolean },
): readonly RequestValues[] => {
  const overrides = [key]
  const drawn = Array.from({ length: DRAWS }, () => walk.draw(operation, { overrides }))
  const renewed = isKnown ? walk.draw(operation, { overrides, isKnown }) : values
  const near = [renewed, ...drawn.flatMap((other) => changeOne(operation, renewed, other))]
  const isOther = (one: RequestValues): boolean => textOf(one) !== textOf(values)
  const others = [drawn.find(isOther), near.find(isOther)].filter((one) => one !== undefined)
  return [...new Map(others.map((one) => [textOf(one), one])).values()]
}

/** Copies a request with one property of another, if the schema allows it. Texts come first, because servers rarely restrict them. */
const changeOne = (
  operation: ApiOperation,
  values: RequestValues,
  other: RequestValues,
): readonly RequestValues[] => {
  const [body, drawn] = [values, other].map((one) => findObjectBody(operation, one)?.value)
  if (body === undefined || drawn === undefined) return []
  return Object.entries(drawn)
    .filter(([name]) => Object.hasOwn(body, name))
    .toSorted(([, left], [, right]) => Number(typeof right === 'string') - Number(typeof left === 'string'))
    .flatMap(([name, value]) => withObject(operation, values, { ...body, [name]: value }) ?? [])
}

/** Sends different requests with the first key until one is accepted. Resolves with whether one was. */
const reuseKey = async (
  walk: Walk,
  operation: ApiOperation,
  others: readonly RequestValues[],
  seen: { readonly first: Exchange; readonly earlier: readonly Exchange[] },
): Promise<boolean> => {
  for (const values of others) {
    const other = await walk.send(operation, { values, keepsKey: true, mayBeRejected: true })
    walk.show(keyReused, { ...seen, other })
    if (isDone(other)) return true
  }
  return false
}

/** Repeats the first request after a different one with its own key. */
const repeatLater = async (
  walk: Walk,
  first: Exchange,
  others: readonly RequestValues[],
  { name, value }: ValueOverride,
): Promise<void> => {
  const { operation, values } = first.case
  if (operation === undefined || values === undefined) return
  for (const other of others) {
    const own = withParameter(other, 'header', name, value)
    const between = await walk.send(operation, { values: own, keepsKey: true, mayBeRejected: true })
    if (!isDone(between)) continue
    const again = await walk.send(operation, { values, keepsKey: true })
    walk.show(keyRepeatedLater, { first, between, again })
    return
  }
}

const textOf = ({ body }: RequestValues): string => writeJson(body?.value ?? null)
