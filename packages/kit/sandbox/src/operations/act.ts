import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { answerSketch } from '@contract-kit/resources/exchanges'
import { isOver, stageOfWord } from '@contract-kit/resources/words'
import { type Action, isDone } from '../document/actions.ts'
import { type Kind, pathOfItem } from '../document/kinds.ts'
import { findShownKind } from '../document/status-kind.ts'
import { type Call, type Input, Refusal, type Reply } from '../http/call.ts'
import { findSuccess } from '../http/choose.ts'
import { contentIn } from '../http/content.ts'
import { requireConditions } from '../http/conditions.ts'
import type { Item } from '../state/item.ts'
import { momentOf } from '../values/invent.ts'
import { startJob } from './jobs.ts'
import { showItem } from './show.ts'
import { toText } from '../values/to-text.ts'
import type { World } from './world.ts'
import { describeBy } from './write.ts'
import { requireAllowedState } from './allowed-states.ts'
import { bodyOutline } from '../document/writable.ts'

/** Applies an action to an item: sets its state property and stores the request's properties. */
export function act(
  world: World,
  kind: Kind,
  resource: Resource,
  operation: ApiOperation,
  action: Action,
  input: Input,
  call: Call,
): Reply {
  const { key, under } = world.addressOf(operation, input, call, resource)
  const item = world.store.get(key ?? under.at(-1) ?? '') ?? nameItem(world, kind, under, call)
  requireConditions(operation, call, item)
  requireAllowedState(operation, kind, item)
  requirePossible(operation, kind, action, item)
  const sent = {
    ...detailOf(kind, action, input, item, world.clock.now()),
    ...sharedOf(operation, kind, input),
    ...action.set,
  }
  const isUnchanged = isDone(action, item.value) && Object.keys(sent).length === 0
  const changed = isUnchanged
    ? item
    : world.change(kind, item, { ...item.value, ...sent, ...changeOf(world, kind, action, item) })
  if (action.isRepeating) startJob(world, kind, changed)
  const success = findSuccess(operation, [200, 201, 202, 204])
  const shown = findShownKind(operation, world.kinds, kind)
  if (shown !== undefined && shown !== kind) return showOther(world, operation, shown, changed, input, call)
  if (shown === undefined)
    return showItem(world, success, kind, withResult(world, operation, action, changed, input), call)
  return showItem(world, success, kind, changed, call, {
    location: call.basePath + pathOfItem(kind, changed.key),
  })
}

/** Creates an item on first reference, if nothing creates or lists it. */
function nameItem(world: World, kind: Kind, under: readonly string[], call: Call): Item {
  const key = under.at(-1)
  if (kind.origin !== 'named' || key === undefined) throw new Refusal(404, `There is no ${kind.name}`)
  const id = decodeURIComponent(key.split('/').at(-1) ?? '')
  const name = kind.idName
  const address = { key, id, under: under.slice(0, -1) }
  return world.add(kind, address, name === undefined ? {} : { [name]: id }, { ...call, identity: undefined })
}

/** Throws a Refusal if the document has a 409 and the item's state does not permit the action. */
function requirePossible({ responses }: ApiOperation, kind: Kind, action: Action, { value }: Item): void {
  if (!responses.has('409')) return
  const { change, verb } = action
  if (isDone(action, value)) throw new Refusal(409, `${verb} has already been done`)
  if (change?.isState !== true) return
  const state = own(value, change.property)
  const stage = stageOfWord(state)
  if (action.isRepeating && (stage === 'working' || stage === 'done'))
    throw new Refusal(409, `The ${kind.name} is ${toText(state)}`)
  if (!action.isReviving && isOver(state)) throw new Refusal(409, `The ${kind.name} is ${toText(state)}`)
}

/** The new state of an item, with its timestamps. */
function changeOf(world: World, kind: Kind, action: Action, { value }: Item): JsonObject {
  const { change, moments, isUndo } = action
  if (isDone(action, value)) return {}
  const times = moments.flatMap((name): (readonly [string, Json])[] => {
    const nodes = kind.shown.flatMap((sketch) => sketch.fields().get(name)?.sketch.nodes ?? [])
    const moment = momentOf(nodes, world.clock.now())
    if (isUndo)
      return kind.shown.every((sketch) => sketch.fields().get(name)?.sketch.accepts(null) !== false)
        ? [[name, null]]
        : []
    return moment === undefined ? [] : [[name, moment]]
  })
  return { ...Object.fromEntries(times), ...(change !== undefined && { [change.property]: change.value }) }
}

/** The properties of the body, including defaults, that the item has under the same names. */
function sharedOf(operation: ApiOperation, kind: Kind, { body }: Input): JsonObject {
  const outline = bodyOutline(operation)
  if (outline === undefined) return {}
  const given = objectOf(body)
  const idName = kind.idName
  return Object.fromEntries(
    [...outline.fields()].flatMap(([name, field]) => {
      const value = own(given, name) ?? field.defaultValue
      const shown = kind.shown.flatMap((sketch) => sketch.fields().get(name) ?? [])
      const isTaken =
        value !== undefined &&
        name !== idName &&
        shown.length > 0 &&
        shown.every(({ sketch }) => sketch.accepts(value))
      return isTaken ? [[name, value] as const] : []
    }),
  )
}

/** The request, stored in the property that is named after the action. */
function detailOf(kind: Kind, { detail }: Action, input: Input, { value }: Item, now: number): JsonObject {
  if (detail === undefined) return {}
  const outlines = kind.shown.flatMap((sketch) => sketch.fields().get(detail)?.sketch ?? [])
  const { body } = input
  const isObjectHeld = outlines.some((outline) => outline.fields().size > 0)
  if (body instanceof Uint8Array) {
    const content = { bytes: body, name: undefined, mediaType: input.mediaType ?? 'application/octet-stream' }
    const facts = outlines.flatMap((outline) =>
      [...outline.fields().keys()].flatMap((name) => {
        const fact = describeBy(name, content)
        return fact === undefined ? [] : [[name, fact] as const]
      }),
    )
    return facts.length === 0 ? {} : { [detail]: Object.fromEntries(facts) }
  }
  const given = (body ?? null) as Json
  if (typeof given === 'string' && outlines.every((outline) => outline.accepts(given)))
    return { [detail]: given }
  if (!isObjectHeld) return {}
  const before = own(value, detail) ?? null
  if (isObject(before) && !isObject(given)) return {}
  const times = outlines.flatMap((outline) =>
    [...outline.fields()].flatMap(([name, { sketch }]): (readonly [string, Json])[] => {
      const moment = /^(?:at|on|date|time|timestamp)$/.test(name) ? momentOf(sketch.nodes, now) : undefined
      return moment === undefined ? [] : [[name, moment]]
    }),
  )
  return {
    [detail]: {
      ...(isObject(before) ? before : {}),
      ...Object.fromEntries(times),
      ...(isObject(given) ? given : {}),
    },
  }
}

/** The item with response properties of the action: request properties, the affected property and the owner. */
function withResult(
  world: World,
  operation: ApiOperation,
  { detail }: Action,
  item: Item,
  input: Input,
): Item {
  const part = detail === undefined ? undefined : own(item.value, detail)
  const names = [...(answerSketch(operation)?.fields().keys() ?? [])]
  const references = names.filter((name) => refersTo(name, item, world))
  const value = {
    ...item.value,
    ...objectOf(part),
    ...objectOf(input.body),
    ...Object.fromEntries(references.map((name) => [name, idOf(item, world)] as const)),
  }
  return { ...item, value, content: contentIn(input) }
}

/** Returns another kind of item as the result: the parent, or a new one such as the refund of an order. */
function showOther(
  world: World,
  operation: ApiOperation,
  shown: Kind,
  item: Item,
  input: Input,
  call: Call,
): Reply {
  const success = findSuccess(operation, [201, 200, 202, 204])
  const around = item.under.map((key) => world.store.get(key)).find((one) => one?.kind === shown.resource.key)
  if (around !== undefined) return showItem(world, success, shown, around, call)
  const isBelow = shown.resource.parent?.key === item.kind
  const under = isBelow ? [...item.under, item.key] : []
  const body = objectOf(input.body)
  const named = shown.shown.flatMap((sketch) => [...sketch.fields().keys()])
  const written = Object.fromEntries(Object.entries(body).filter(([name]) => named.includes(name)))
  const reference = Object.fromEntries(
    named.filter((name) => refersTo(name, item, world)).map((name) => [name, idOf(item, world)] as const),
  )
  const id = world.makeId(shown, under, written)
  const idName = shown.idName
  const value = { ...reference, ...written, ...(idName !== undefined && { [idName]: id }) }
  const address = { under, key: world.keyFor(shown, under, toText(id)), id: toText(id) }
  const made = world.add(shown, address, value, call)
  return showItem(world, success, shown, made, call, {
    location: call.basePath + pathOfItem(shown, made.key),
  })
}

function objectOf(body: unknown): JsonObject {
  const value = (body ?? null) as Json
  return isObject(value) ? value : {}
}

const refersTo = (name: string, item: Item, world: World): boolean => {
  const kind = world.kindAt(item.kind)
  return kind !== undefined && new RegExp(`^${kind.name}_?id$`, 'i').test(name)
}

const idOf = (item: Item, world: World): Json => {
  const kind = world.kindAt(item.kind)
  const name = kind?.idName
  return (name === undefined ? undefined : own(item.value, name)) ?? item.id
}
