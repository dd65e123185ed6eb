import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import { type ApiOperation, essenceOf } from '@contract-kit/openapi'
import type { Resource } from '@contract-kit/resources'
import { type Kind, pathOfItem } from '../document/kinds.ts'
import { type Call, type Input, Refusal, type Reply } from '../http/call.ts'
import { findSuccess, tellsAbsence } from '../http/choose.ts'
import { isNotModified, requireConditions, versionHeaders } from '../http/conditions.ts'
import { fillHeaders } from '../http/headers.ts'
import type { Item } from '../state/item.ts'
import { inventItem } from '../values/invent-item.ts'
import { jsonPatch, mergePatch, mergePlain } from '../values/patch.ts'
import { findBreach } from '../values/whole.ts'
import { bodyOutline, writtenOutlines } from '../document/writable.ts'
import { requireAllowedState } from './allowed-states.ts'
import { adoptChildren } from './embed.ts'
import { findMark } from '../state/marks.ts'
import { showItem } from './show.ts'
import { showResult } from './show-result.ts'
import { requireUnique } from './unique.ts'
import type { Address, World } from './world.ts'
import { envelopeOf, writtenBy } from './write.ts'
import { follow } from '../values/fit.ts'

/**
 * The item of a request. An item that nothing creates or lists exists from its first reference until it is deleted. A singleton without a
 * 404 then returns to its initial value.
 */
function findOrName(world: World, operation: ApiOperation, kind: Kind, address: Address, call: Call): Item {
  const item = world.find(address, call)
  const { key, id, under } = address
  const isKnown = key === undefined || world.store.get(key) !== undefined
  const isSingleton = kind.resource.kind === 'singleton'
  const isGone = (): boolean =>
    findMark(world, '.removed', key ?? '') !== undefined && (!isSingleton || tellsAbsence(operation))
  if (isKnown || kind.origin !== 'named' || isGone()) return item ?? world.require(kind, address, call)
  if (!isSingleton) call.log?.remarks.push(`no operation creates a ${kind.name}, so this one is generated`)
  const value = { ...(isSingleton ? {} : inventItem(kind, 0)), ...idProperty(kind, id) }
  return world.add(kind, { key, id, under }, value, { ...call, identity: undefined })
}

function idProperty(kind: Kind, id: string): JsonObject {
  const name = kind.idName
  if (name === undefined || id === '') return {}
  const types = kind.shown.flatMap((sketch) => [...(sketch.fields().get(name)?.sketch.types ?? [])])
  const isNumeric = types.includes('integer') || types.includes('number')
  if (!isNumeric || types.includes('string')) return { [name]: id }
  const number = Number(id)
  // A path may identify an item by another property than its id.
  return Number.isFinite(number) ? { [name]: number } : {}
}

/** Returns an item; 304 if documented and the caller has the current version. */
export function read(world: World, kind: Kind, resource: Resource, input: Input, call: Call): Reply {
  const operation = operationOf(resource, 'read')
  const item = findOrName(world, operation, kind, world.addressOf(operation, input, call, resource), call)
  if (isNotModified(operation, call, item)) {
    const response = operation.responses.get('304')
    return { status: 304, headers: fillHeaders(response, world.clock.now(), versionHeaders(item)) }
  }
  return showItem(world, findSuccess(operation, [200]), kind, item, call)
}

/** Replaces an item by a request body; creates it if the document allows that for PUT. Keeps server-set properties. */
export function replace(world: World, kind: Kind, resource: Resource, input: Input, call: Call): Reply {
  const operation = operationOf(resource, 'replace')
  const address = world.addressOf(operation, input, call, resource)
  const mayCreate =
    resource.create?.operation === operation ||
    resource.kind === 'singleton' ||
    operation.responses.has('201')
  const item = mayCreate ? world.find(address, call) : findOrName(world, operation, kind, address, call)
  requireConditions(operation, call, item)
  const written = writtenBy(operation, kind, input, call)
  requireUnique(world, kind, operation, written, address)
  const { key, id, under } = address
  if (item === undefined && key !== undefined && world.store.get(key) === undefined) {
    const added = world.add(kind, { key, id, under }, { ...written, ...idProperty(kind, id) }, call)
    const shown = adoptChildren(world, kind, added, written, call)
    return showResult(world, operation, findSuccess(operation, [201, 200, 204]), kind, shown, call, {
      location: call.basePath + pathOfItem(kind, key),
    })
  }
  const existing = item ?? world.require(kind, address, call)
  requireAllowedState(operation, kind, existing)
  const changed = world.change(
    kind,
    { ...existing, content: call.content },
    { ...written, ...keptBy(operation, kind, existing) },
  )
  const shown = adoptChildren(world, kind, changed, written, call)
  return showResult(world, operation, findSuccess(operation, [200, 204]), kind, shown, call)
}

/** The properties that a replacement keeps: the id, and those that a request cannot set. */
function keptBy(operation: Parameters<typeof bodyOutline>[0], kind: Kind, { value }: Item): JsonObject {
  const outline = bodyOutline(operation)
  const fields = (outline && follow(outline, envelopeOf(outline, kind))?.fields()) ?? new Map<string, never>()
  const idName = kind.idName
  const shown = kind.shown.map((sketch) => sketch.fields())
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => {
      if (name === idName) return true
      const field = fields.get(name)
      if (field !== undefined) return field.isReadOnly
      // Without a schema, the body is the whole client-set part of the item.
      return fields.size > 0
        ? shown.some((described) => described.has(name))
        : shown.some((described) => described.get(name)?.isReadOnly === true)
    }),
  )
}

/** Updates properties of an item by a merge patch, a JSON Patch, or a plain body. */
export function patch(world: World, kind: Kind, resource: Resource, input: Input, call: Call): Reply {
  const operation = operationOf(resource, 'patch')
  const address = world.addressOf(operation, input, call, resource)
  const item = findOrName(world, operation, kind, address, call)
  requireConditions(operation, call, item)
  requireAllowedState(operation, kind, item)
  const written = writtenBy(operation, kind, input, call)
  const essence = essenceOf(input.mediaType ?? '')
  const isJsonPatch = essence === 'application/json-patch+json' || Array.isArray(input.body)
  const value = isJsonPatch
    ? patchedBy(kind, item, input.body as Json)
    : essence === 'application/merge-patch+json'
      ? mergePatch(item.value, written)
      : mergePlain(item.value, written, kind.shown)
  const idName = kind.idName
  const id = idName === undefined ? undefined : own(item.value, idName)
  const next = idName === undefined || id === undefined ? value : { ...value, [idName]: id }
  const breach =
    call.isLenient === true
      ? undefined
      : findBreach({ shown: kind.shown, written: writtenOutlines(kind) }, item.value, next)
  // A valid request that conflicts with the item gets 409; JSON Patch operations may themselves be invalid.
  if (breach !== undefined) throw new Refusal(isJsonPatch ? 422 : 409, `A ${kind.name} ${breach}`)
  requireUnique(world, kind, operation, next, address)
  const changed = adoptChildren(
    world,
    kind,
    world.change(kind, item, next),
    changedLists(item.value, next),
    call,
  )
  return showResult(world, operation, findSuccess(operation, [200, 204, 202]), kind, changed, call)
}

/** The item after a JSON Patch; server-set properties stay unchanged. */
function patchedBy(kind: Kind, { value }: Item, operations: Json): JsonObject {
  const patched = jsonPatch(value, operations)
  if (!isObject(patched)) throw new Refusal(422, `The patch leaves no ${kind.name}`)
  const isReadOnly = (name: string): boolean =>
    kind.shown.some((sketch) => sketch.fields().get(name)?.isReadOnly === true)
  const names = [...new Set([...Object.keys(value), ...Object.keys(patched)])]
  return Object.fromEntries(
    names.flatMap((name) => {
      const part = own(isReadOnly(name) ? value : patched, name)
      return part === undefined ? [] : [[name, part] as const]
    }),
  )
}

const changedLists = (before: JsonObject, after: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => Array.isArray(value) && own(before, name) !== value),
  )

/** Deletes an item and all items below it. */
export function remove(world: World, kind: Kind, resource: Resource, input: Input, call: Call): Reply {
  const operation = operationOf(resource, 'remove')
  const address = world.addressOf(operation, input, call, resource)
  const success = findSuccess(operation, [204, 200, 202])
  // If the document has no response for an unknown item, repeated deletions succeed.
  if (success.status === 204 && world.find(address, call) === undefined && !tellsAbsence(operation))
    return { status: 204, headers: fillHeaders(success.response, world.clock.now()) }
  const item = findOrName(world, operation, kind, address, call)
  requireConditions(operation, call, item)
  requireAllowedState(operation, kind, item)
  world.remove(kind, item)
  return showResult(world, operation, success, kind, item, call)
}

function operationOf(resource: Resource, role: 'read' | 'replace' | 'patch' | 'remove') {
  const operation = resource[role]?.operation
  if (operation === undefined) throw new Error(`${resource.name} has no operation to ${role} it`)
  return operation
}
