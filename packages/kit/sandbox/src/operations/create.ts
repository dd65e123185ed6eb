import { own, parsePointer, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { answerSketch, findItems } from '@contract-kit/resources/exchanges'
import { readBatch } from '../document/batches.ts'
import { type Kind, pathOfItem, placesOfKind } from '../document/kinds.ts'
import { singletonKey } from '../document/ownership.ts'
import { findStatusKind } from '../document/status-kind.ts'
import { type Call, type Input, Refusal, type Reply } from '../http/call.ts'
import { findSuccess, hasResponse } from '../http/choose.ts'
import { requireConditions } from '../http/conditions.ts'
import { fillHeaders } from '../http/headers.ts'
import type { Item } from '../state/item.ts'
import { adoptChildren } from './embed.ts'
import { showBody, showItem } from './show.ts'
import { showResult } from './show-result.ts'
import { requireUnique } from './unique.ts'
import { replaceAt } from '../values/fit.ts'
import { toText } from '../values/to-text.ts'
import type { World } from './world.ts'
import { writtenBy } from './write.ts'

/** Creates an item from a request body, or one for each member of a list in it. */
export function create(world: World, kind: Kind, resource: Resource, input: Input, call: Call): Reply {
  const operation = operationOf(kind, resource)
  const { under } = world.addressOf(operation, input, call, undefined)
  const parts = readBatch(operation, kind, input.body)
  if (parts === undefined || parts.length === 0) {
    const written = writtenBy(operation, kind, input, call)
    const item = createOne(world, kind, resource, written, under, call)
    return reply(world, kind, resource, item, written, call)
  }
  const items = world.together(() => parts.map((part) => createOne(world, kind, resource, part, under, call)))
  return replyToBatch(world, kind, operation, items, call)
}

/** Stores a new item, with the requested id or a new one. */
function createOne(
  world: World,
  kind: Kind,
  resource: Resource,
  written: JsonObject,
  under: readonly string[],
  call: Call,
): Item {
  const operation = operationOf(kind, resource)
  const idName = kind.idName
  const chosen = idName === undefined ? undefined : own(written, idName)
  const isChosen = chosen !== undefined && chosen !== null && chosen !== ''
  const onlyKey =
    resource.kind === 'singleton' ? singletonKey(resource, pathOfOnly(kind, under), call.identity) : undefined
  const only = onlyKey === undefined ? undefined : world.store.get(onlyKey)
  // An only item keeps its id.
  const kept = idName === undefined || only === undefined ? undefined : own(only.value, idName)
  const id: Json = isChosen
    ? chosen
    : (kept ?? (only === undefined ? world.makeId(kind, under, written) : ''))
  const key = onlyKey ?? world.keyFor(kind, under, toText(id))
  const existing = world.store.get(key)
  requireConditions(operation, call, existing)
  // 400 and 422 do not apply, because the request itself is valid.
  if (existing !== undefined && hasResponse(operation, [409]))
    throw new Refusal(409, `There is already a ${kind.name} ${existing.id}`.trim())
  requireUnique(world, kind, operation, written, { key, under })
  if (isChosen) world.reserveId(kind, id)
  if (call.log) call.log.item = pathOfItem(kind, key)
  const value = idName === undefined || id === '' ? written : { ...written, [idName]: id }
  const address = { under, key, id: onlyKey === undefined ? toText(id) : '' }
  return adoptChildren(world, kind, world.add(kind, address, value, call), written, call)
}

function operationOf({ name }: Kind, { create: call }: Resource): ApiOperation {
  if (call === undefined) throw new Error(`${name} has no creation`)
  return call.operation
}

/** Returns the items created together: as a list if documented, else like one item. */
function replyToBatch(
  world: World,
  kind: Kind,
  operation: ApiOperation,
  items: readonly Item[],
  call: Call,
): Reply {
  const success = findSuccess(operation, [201, 200, 202])
  const [last] = items.toReversed()
  if (last === undefined) throw new Error('A batch has at least one item')
  const answer = answerSketch(operation)
  const place = answer && findItems(answer, kind.name)
  const isList = place?.item !== undefined && placesOfKind(kind).has(place.item.place ?? '')
  if (!isList) return showResult(world, operation, success, kind, last, call)
  const headers = fillHeaders(success.response, world.clock.now())
  const values = items.map(({ value }): Json => value)
  return showBody(success, call, headers, () => replaceAt({}, parsePointer(place.pointer), values))
}

const pathOfOnly = ({ resource }: Kind, under: readonly string[]): string =>
  `${under.at(-1) ?? ''}${resource.key.slice(resource.parent?.key.length ?? 0)}`

/** Returns the new item, its parent, or the status resource, as documented. */
function reply(
  world: World,
  kind: Kind,
  resource: Resource,
  item: Item,
  written: JsonObject,
  call: Call,
): Reply {
  const operation = operationOf(kind, resource)
  const success = findSuccess(operation, [201, 200, 202])
  const status =
    success.status === 202 ? findStatusKind(world.document, operation, world.kinds, kind) : undefined
  if (status !== undefined) {
    const { under } = item
    const isBelow = status.resource.parent !== undefined
    const around = isBelow ? under : []
    const id = world.makeId(status, around)
    const idName = status.idName
    const value = idName === undefined ? written : { ...written, [idName]: id }
    const address = { under: around, key: world.keyFor(status, around, toText(id)), id: toText(id) }
    const job = world.add(status, address, value, call)
    return showItem(world, success, status, job, call, {
      location: call.basePath + pathOfItem(status, job.key),
    })
  }
  const location = locationOf(resource, kind, item.key, call)
  return showResult(world, operation, success, kind, item, call, { location })
}

/** The URL of a new item; undefined if no operation reads it. */
function locationOf(resource: Resource, kind: Kind, key: string, { basePath }: Call): string | undefined {
  const readable = [kind.resource, resource].find(
    ({ read, kind: form }) => read !== undefined && (read.id?.location === 'path' || form === 'singleton'),
  )
  return readable === undefined ? undefined : basePath + pathOfItem(kind, key)
}
