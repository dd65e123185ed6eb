import { isObject, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import { type ApiOperation, essenceOf } from '@contract-kit/openapi'
import type { RequestValues } from '@contract-kit/openapi/wire'
import type { Resource, ResourceGraph } from '@contract-kit/resources'
import { findCreatedId, findShownItem, pickInputs, readListedItems } from '@contract-kit/resources/exchanges'
import { changeBody, expectSame, placeValue } from './item-bodies.ts'
import { type BodyKind, isPossible, toValues } from './requests.ts'
import type { Trial, Trials } from './trials.ts'

/** A server for a document, and the resources that it serves. */
export interface ServedResources {
  readonly trials: Trials
  readonly graph: ResourceGraph
  readonly baseUrl: string
}

/** Returns the operation that changes an item with a body of the item's own members. */
export function findChange({ create, patch, replace }: Resource): ApiOperation | undefined {
  return [patch, replace]
    .flatMap((call) => (call === undefined || call === create ? [] : [call.operation]))
    .find(({ body }) => body?.media.some(({ contentType }) => essenceOf(contentType) !== jsonPatch))
}

const jsonPatch = 'application/json-patch+json'

/**
 * Whether an item of the resource can be created and then read or listed. Its parents must be available, and the documented
 * exchange must contain its ID.
 */
export function canLive({ kind, create, createdId, read, list, parent }: Resource): boolean {
  const hasLocation = [...(create?.operation.responses.values() ?? [])].some(({ headers }) =>
    headers.some(({ name }) => /^(?:content-)?location$/i.test(name)),
  )
  return (
    kind === 'collection' &&
    createdId.some((expression) => hasLocation || !expression.startsWith('$response.header')) &&
    (read ?? list) !== undefined &&
    [create, read ?? list].every((call) => call === undefined || isPossible(call.operation)) &&
    (parent === undefined || lineOf(parent).every((one) => one.create ?? one.list))
  )
}

/**
 * Creates an item below created parents. Reads and lists must return the values of the request, also after a change. After
 * its deletion, the item must be gone. Throws an Error that names the failed request.
 */
export async function live(served: ServedResources, resource: Resource, bodyKind: BodyKind): Promise<void> {
  const { create, read, list, remove, parent } = resource
  if (create === undefined) return
  const { trials, graph, baseUrl } = served
  const history: Trial[] = []
  /** Sends an operation with the IDs of the created items. */
  const ask = (
    operation: ApiOperation,
    change = (values: RequestValues): RequestValues => values,
  ): Promise<Trial> => {
    const inputs = pickInputs(graph, operation, history)
    const place = (values: RequestValues): RequestValues =>
      inputs.reduce((placed, input) => placeValue(placed, input, input.value), values)
    return trials.send(baseUrl, operation, place(change(toValues(operation, bodyKind))))
  }
  const send = async (
    operation: ApiOperation,
    change?: (values: RequestValues) => RequestValues,
  ): Promise<Trial> => {
    const trial = await ask(operation, change)
    if (trial.problem !== undefined) throw new Error(`${operation.id}: ${trial.problem}`)
    return trial
  }

  for (const { create: make, list: show } of parent === undefined ? [] : lineOf(parent)) {
    const operation = (make ?? show)?.operation
    if (operation !== undefined) history.push(await send(operation))
  }
  const created = await send(create.operation)
  history.push(created)
  const id = findCreatedId(resource, created)?.value
  if (id === undefined) throw new Error(`${create.operation.id}: the response tells no id`)

  const findListed = async (): Promise<Json | undefined> => {
    if (list === undefined) return undefined
    const { operation, paging } = list
    const size = paging?.size === undefined ? {} : { [paging.size]: paging.maxSize ?? 100 }
    const trial = await send(operation, (values) => ({ ...values, query: { ...values.query, ...size } }))
    return readListedItems(resource, trial)?.find((item) => String(item.id) === String(id))?.value
  }
  const find = async (): Promise<JsonObject> => {
    const item = read === undefined ? await findListed() : findShownItem(resource, await send(read.operation))
    if (!isObject(item))
      throw new Error(`${(read ?? list)?.operation.id}: it does not show the ${resource.name}`)
    return item
  }
  const item = await find()
  expectSame(created, item)
  if (list !== undefined && (await findListed()) === undefined)
    throw new Error(`${list.operation.id}: it does not list the ${resource.name}`)

  const change = findChange(resource)
  if (change !== undefined)
    expectSame(await send(change, (values) => changeBody(change, values, item, id)), await find())

  if (remove === undefined) return
  await send(remove.operation)
  if (read === undefined) {
    if ((await findListed()) !== undefined) throw new Error(`${remove.operation.id}: it is still listed`)
    return
  }
  const { status } = (await ask(read.operation)).response
  // If the document has no 404, the sandbox uses the next best status that reveals nothing about a missing item.
  const gone = read.operation.responses.has('404') ? [404] : [404, 410, 403]
  if (!gone.includes(status)) throw new Error(`${read.operation.id}: status ${status} after it was deleted`)
}

/** Returns a resource and its ancestors, outermost first. */
function lineOf(resource: Resource): readonly Resource[] {
  return resource.parent === undefined ? [resource] : [...lineOf(resource.parent), resource]
}
