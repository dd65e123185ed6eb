import { equalJson, isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import type { Kind } from '../document/kinds.ts'
import { type Call, type Input, Refusal, type Reply } from '../http/call.ts'
import type { World } from '../operations/world.ts'
import type { Item } from '../state/item.ts'
import { findMark, setMark } from '../state/marks.ts'
import { toText } from '../values/to-text.ts'
import type { Behavior, Scene } from './fault.ts'

/** The changes that a request made to the state. */
export interface Effects {
  readonly created: readonly Item[]
  readonly changed: readonly { readonly before: Item; readonly after: Item }[]
  readonly removed: readonly Item[]
  /** Reverts the changes. */
  readonly undo: () => void
}

/** Runs an operation and returns its changes. Marks, such as used keys, are not included or reverted. */
export function observe(
  world: World,
  run: () => Reply,
): { readonly reply: Reply; readonly effects: Effects } {
  const before = new Map(itemsOf(world).map((item) => [item.key, item]))
  const reply = run()
  const after = new Map(itemsOf(world).map((item) => [item.key, item]))
  const created = [...after.values()].filter(({ key }) => !before.has(key))
  const removed = [...before.values()].filter(({ key }) => !after.has(key))
  const changed = [...after.values()].flatMap((item) => {
    const earlier = before.get(item.key)
    return earlier === undefined || earlier === item ? [] : [{ before: earlier, after: item }]
  })
  const undo = (): void => {
    for (const { key } of created) world.store.delete(key)
    for (const item of [...removed, ...changed.map((one) => one.before)]) world.store.put(item)
  }
  return { reply, effects: { created, changed, removed, undo } }
}

/** The memory of a fault, kept until the state is reset. */
export const recall = (world: World): JsonObject => findMark(world, '.fault', '')?.value ?? {}
export const remember = (world: World, value: JsonObject): void => setMark(world, '.fault', '', [], value)

/** The stored items and marks, without the memory of faults. */
const contentsOf = ({ store }: World): readonly Item[] => store.all().filter(({ kind }) => kind !== '.fault')

/** The items of all kinds. */
const itemsOf = ({ kinds, store }: World): readonly Item[] =>
  kinds.flatMap(({ resource }) => store.listKind(resource.key))

/** Runs the correct behavior, then changes its effects. The correct response is sent unless another is returned. */
export const afterwards =
  (
    change: (
      effects: Effects,
      scene: Scene,
      seen: { readonly reply: Reply; readonly input: Input; readonly call: Call },
    ) => Reply | void,
  ) =>
  (run: Behavior, scene: Scene): Behavior =>
  (input, call) => {
    const { reply, effects } = observe(scene.world, () => run(input, call))
    const right = new Set(contentsOf(scene.world))
    const changed = change(effects, scene, { reply, input, call }) ?? reply
    const items = contentsOf(scene.world)
    const isSame = changed === reply && items.length === right.size && items.every((item) => right.has(item))
    if (!isSame) scene.deviates()
    return changed
  }

/** Runs the correct behavior with a changed request. */
export const withInput =
  (change: (input: Input, call: Call, scene: Scene) => Input) =>
  (run: Behavior, scene: Scene): Behavior =>
  (input, call) => {
    const changed = change(input, call, scene)
    if (!equalJson([input.query, input.body], [changed.query, changed.body])) scene.deviates()
    return run(changed, call)
  }

/**
 * If the correct server rejects a request with one of the statuses, runs the request that `retry` returns instead. Undefined keeps the
 * rejection.
 */
export const despite =
  (
    statuses: readonly number[],
    retry: (
      input: Input,
      call: Call,
      scene: Scene,
    ) => { readonly input: Input; readonly call: Call } | undefined,
  ) =>
  (run: Behavior, scene: Scene): Behavior =>
  (input, call) => {
    try {
      return run(input, call)
    } catch (error) {
      const next =
        error instanceof Refusal && statuses.includes(error.status) ? retry(input, call, scene) : undefined
      if (next === undefined) throw error
      const reply = run(next.input, next.call)
      scene.deviates()
      return reply
    }
  }

/** A request with changed headers, by lower-case name; undefined removes a header. */
export const withHeaders = (call: Call, headers: Readonly<Record<string, string | undefined>>): Call => ({
  ...call,
  headers: { ...call.headers, ...headers },
})

/** The item that a request names; undefined if there is none. */
export function itemOf(
  { world, plan: { role, operation } }: Scene,
  input: Input,
  call: Call,
): Item | undefined {
  if (role.name === 'example' || role.name === 'list') return undefined
  const address = world.addressOf(operation, input, call, role.resource)
  return role.name === 'act'
    ? world.store.get(address.key ?? address.under.at(-1) ?? '')
    : world.find(address, call)
}

/** A request with a changed body, if the body is an object. */
export const withBody = (input: Input, change: (body: JsonObject) => JsonObject): Input =>
  isObject(input.body ?? null) && !(input.body instanceof Uint8Array)
    ? { ...input, body: change(input.body as JsonObject) }
    : input

/** A response in which each object that shows an item is changed. */
export function changeShown(
  reply: Reply,
  kind: Kind,
  { id }: Item,
  change: (shown: JsonObject) => JsonObject,
): Reply {
  const { idName } = kind
  if (idName === undefined || reply.body instanceof Uint8Array) return reply
  const visit = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(visit)
    if (!isObject(value)) return value
    if (toText(own(value, idName)) === id) return change(value)
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, visit(held)]))
  }
  return reply.body === undefined ? reply : { ...reply, body: visit(reply.body as Json) }
}

/** Stores a new item under another id of its kind, replacing any existing item, and returns the matching response. */
export function keepUnder(world: World, kind: Kind, item: Item, id: Json, reply: Reply): Reply {
  const { idName } = kind
  if (idName === undefined) return reply
  const text = toText(id)
  world.store.delete(item.key)
  world.store.put({
    ...item,
    key: world.keyFor(kind, item.under, text),
    id: text,
    value: { ...item.value, [idName]: id },
  })
  const [from, to] = [encodeURIComponent(item.id), encodeURIComponent(text)]
  const located = changeHeader(reply, 'location', (value) => value.replace(from, to))
  return changeShown(located, kind, item, (shown) => ({ ...shown, [idName]: id }))
}

/** A response with a changed header; undefined removes it. */
export function changeHeader(
  reply: Reply,
  name: string,
  change: (value: string) => string | undefined,
): Reply {
  const lower = name.toLowerCase()
  const entry = Object.entries(reply.headers ?? {}).find(([key]) => key.toLowerCase() === lower)
  if (entry === undefined) return reply
  const { [entry[0]]: value, ...others } = reply.headers ?? {}
  const changed = change(String(value))
  return changed === value
    ? reply
    : { ...reply, headers: changed === undefined ? others : { ...others, [entry[0]]: changed } }
}
