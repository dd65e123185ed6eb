import { isObject, own, parsePointer, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import { placeOf, type SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiDocument, ApiOperation } from '@contract-kit/openapi'
import { type Resource } from '@contract-kit/resources'
import { parseReferenceName } from '@contract-kit/resources/words'
import { type Kind, stepsOf, withoutPrefix } from '../document/kinds.ts'
import { isOwned, singletonKey } from '../document/ownership.ts'
import type { Rules } from '../document/rules.ts'
import { withTokens } from '../values/tokens.ts'
import { type Call, type Input, Refusal } from '../http/call.ts'
import type { Clock } from '../state/clock.ts'
import type { Item } from '../state/item.ts'
import type { Store } from '../state/store.ts'
import { hashOf, IdMaker } from '../values/ids.ts'
import { toText } from '../values/to-text.ts'
import { clearMark, setMark } from '../state/marks.ts'

/** The address of a request: the items on its path, and its own item. */
export interface Address {
  /** Keys of the parents, outermost first. */
  readonly under: readonly string[]
  /** Key of the item itself; undefined for an operation on a collection. */
  readonly key: string | undefined
  /** The id as sent; empty for singletons and collections. */
  readonly id: string
}

/** The address of a new item. */
export type NewAddress = Address & { readonly key: string }

/** Functions to call when items are created, changed and deleted. */
export interface ItemHooks {
  /** Completes an item with everything that its responses require. `origin` is scheme, host and base path of its URL. */
  readonly complete: (world: World, kind: Kind, item: Item, origin?: string) => JsonObject
  /** Whether an item is below another, by its path or by a property. */
  readonly isBelow: (world: World, item: Item, around: string) => boolean
  /** Called after an item was created. */
  readonly begin: (world: World, kind: Kind, item: Item) => void
  /** Called after an item was created, changed or deleted. */
  readonly follow: (world: World, kind: Kind, item: Item) => void
}

/** The state of a sandbox, with its document. */
export class World {
  readonly document: ApiDocument
  readonly store: Store
  readonly clock: Clock
  readonly kinds: readonly Kind[]
  readonly rules: Rules
  readonly #seed: number
  readonly #hooks: ItemHooks
  readonly #kindByResource = new Map<string, Kind>()
  readonly #idMakers = new Map<string, IdMaker>()
  #textMakers = new WeakMap<SchemaNode, IdMaker>()
  #waiting: Map<string, () => void> | undefined

  constructor(
    { document, kinds, rules }: Pick<World, 'document' | 'kinds' | 'rules'>,
    store: Store,
    clock: Clock,
    seed: number,
    hooks: ItemHooks,
  ) {
    this.document = document
    this.store = store
    this.clock = clock
    this.#seed = seed
    this.#hooks = hooks
    this.kinds = kinds
    this.rules = rules
    for (const kind of this.kinds) {
      for (const { key } of [kind.resource, ...kind.resources]) {
        this.#kindByResource.set(key, kind)
        const plain = withoutPrefix(key)
        if (!this.#kindByResource.has(plain)) this.#kindByResource.set(plain, kind)
      }
    }
  }

  /** The kind of a resource key. */
  kindAt(resourceKey: string): Kind | undefined {
    return this.#kindByResource.get(resourceKey) ?? this.#kindByResource.get(withoutPrefix(resourceKey))
  }

  /** Finds the address of a request. Throws a Refusal if a parent on its path does not exist. */
  addressOf(operation: ApiOperation, input: Input, call: Call, target: Resource | undefined): Address {
    const address = this.#addressOf(operation, input, call, target)
    const [key] = [address.key, address.under.at(-1)].filter((one) => one !== undefined)
    if (key !== undefined && call.log) call.log.item = key.replace(/#.*$/s, '')
    return address
  }

  #addressOf(operation: ApiOperation, input: Input, call: Call, target: Resource | undefined): Address {
    const steps = stepsOf(operation)
    const values = steps.map(({ parameter }) => toText(input.path[parameter]))
    const isItem = target?.kind === 'collection' && idPlaceOf(target, operation) !== undefined
    const isInPath = isItem && idPlaceOf(target, operation)?.location === 'path'
    const around = isInPath ? steps.slice(0, -1) : steps
    const under = around.map(({ resourceKey }, index) => this.keyAt(resourceKey, values.slice(0, index + 1)))
    under.forEach((key, index) => {
      const kind = this.kindAt(around[index]?.resourceKey ?? '')
      if (kind === undefined || kind.origin === 'named') return
      const item = this.store.get(key)
      if (item === undefined || !isVisible(item, call))
        throw new Refusal(404, `There is no ${kind.name} ${item?.id ?? values[index] ?? ''}`.trim())
    })
    if (target === undefined) return { under, key: undefined, id: '' }
    if (target.kind === 'singleton') {
      return { under, key: singletonKey(target, fill(target.key, values), call.identity), id: '' }
    }
    if (!isItem) return { under, key: undefined, id: '' }
    const id = isInPath ? (values.at(-1) ?? '') : idIn(input, idPlaceOf(target, operation))
    const key = this.keyAt(target.key, isInPath ? values : [...values, id])
    return { under, key, id }
  }

  /** The key of an item, by its id. */
  keyFor(kind: Kind, under: readonly string[], id: string): string {
    const { key, parent } = kind.resource
    if (parent === undefined) return fill(key, [id])
    const ids = under.map((one) => decodeURIComponent(one.split('/').at(-1) ?? ''))
    return fill(key, [...ids, id])
  }

  /** The item at an address. Undefined if it does not exist, is not visible to the caller, or is not below the path. */
  find({ key, under }: Address, call: Call): Item | undefined {
    const item = key === undefined ? undefined : this.store.get(key)
    if (item === undefined || !isVisible(item, call)) return undefined
    const around = under.at(-1)
    return around === undefined || this.#hooks.isBelow(this, item, around) ? item : undefined
  }

  /** Like `find`, but throws a Refusal if there is no item. */
  require(kind: Kind, address: Address, call: Call): Item {
    const item = this.find(address, call)
    if (item === undefined) throw new Refusal(404, `There is no ${kind.name} ${address.id}`.trim())
    return item
  }

  /** Stores a new item, completed with everything that its responses require. */
  add(kind: Kind, address: NewAddress, value: JsonObject, call: Call): Item {
    const item = this.addSeed(kind, address, value, call)
    this.#hooks.begin(this, kind, item)
    return item
  }

  /** Stores an initial item. Jobs in it keep their documented state. */
  addSeed(kind: Kind, address: NewAddress, value: JsonObject, call: Call): Item {
    const now = this.clock.now()
    const existing = this.store.get(address.key)
    // The item of another caller must not be replaced or revealed.
    if (existing !== undefined && !isVisible(existing, call))
      throw new Refusal(404, `There is no ${kind.name} ${address.id}`.trim())
    const draft: Item = {
      key: address.key,
      kind: kind.resource.key,
      id: address.id,
      under: address.under,
      owner: isOwned(kind) ? call.identity : undefined,
      value: withTokens(kind, address.key, value),
      content: call.content,
      version: 1,
      createdAt: now,
      updatedAt: now,
      order: this.store.nextOrder(),
    }
    const item = { ...draft, value: this.#hooks.complete(this, kind, draft, call.origin + call.basePath) }
    this.store.put(item)
    clearMark(this, '.removed', item.key)
    this.#follow(kind, item)
    return item
  }

  /** Stores many items in one step; derived properties of a common parent are updated once, at the end. */
  together<Result>(run: () => Result): Result {
    const around = this.#waiting
    const waiting = (this.#waiting = new Map<string, () => void>())
    try {
      return run()
    } finally {
      this.#waiting = around
      for (const follow of waiting.values()) follow()
    }
  }

  #follow(kind: Kind, item: Item): void {
    const follow = (): void => this.#hooks.follow(this, kind, item)
    if (this.#waiting === undefined) follow()
    else this.#waiting.set([item.kind, ...item.under].join('\n'), follow)
  }

  /** Stores a changed item. */
  change(kind: Kind, item: Item, value: JsonObject): Item {
    const draft = { ...item, value, version: item.version + 1, updatedAt: this.clock.now() }
    const changed = { ...draft, value: this.#hooks.complete(this, kind, draft) }
    this.store.put(changed)
    this.#follow(kind, changed)
    return changed
  }

  /** Deletes an item and all items below it. */
  remove(kind: Kind, item: Item): void {
    this.store.delete(item.key)
    // An item that exists by reference must not reappear.
    if (kind.origin === 'named') setMark(this, '.removed', item.key, item.under)
    this.#follow(kind, item)
  }

  /**
   * A new id for an item of a kind. `value` holds the known properties, for ids derived from names. If the path allows no free id, uses any
   * that responses allow: bounds of a path parameter, such as `maximum: 10`, do not limit creation.
   */
  makeId(kind: Kind, under: readonly string[], value: JsonObject = {}): Json {
    const hints = {
      isFree: (id: Json) => this.store.get(this.keyFor(kind, under, toText(id))) === undefined,
      now: this.clock.now(),
      name: isSlug(kind) ? nameIn(value) : undefined,
    }
    const id = this.#idMakerOf(kind, 'everywhere').make(hints) ?? this.#idMakerOf(kind, 'items').make(hints)
    if (id === undefined) throw new Refusal(409, `No id is left for another ${kind.name}`)
    return id
  }

  /** Whether a value matches the id format of a kind. */
  isId(kind: Kind, id: Json): boolean {
    return this.#idMakerOf(kind, 'everywhere').accepts(id)
  }

  /** Reserves an id chosen by a client, so it is not generated. */
  reserveId(kind: Kind, id: Json): void {
    this.#idMakerOf(kind, 'everywhere').reserve(id)
  }

  /** A new value for an identifying property, such as the id of a part of an item. */
  makeText(nodes: readonly SchemaNode[]): Json {
    const [first] = nodes
    if (first === undefined) return this.store.nextOrder().toString(36)
    const maker = this.#textMakers.get(first) ?? new IdMaker(nodes, this.#seed + hashOf(placeOf(first)))
    this.#textMakers.set(first, maker)
    return maker.make({ isFree: () => true, now: this.clock.now() }) ?? this.store.nextOrder().toString(36)
  }

  #idMakerOf(kind: Kind, scope: 'everywhere' | 'items'): IdMaker {
    const key = `${scope} ${kind.resource.key}`
    const known = this.#idMakers.get(key)
    if (known !== undefined) return known
    const nodes = scope === 'items' ? itemIdNodesOf(kind) : idNodesOf(kind)
    // If every id exists by reference, new ids start at a number that callers are unlikely to try.
    const from = this.store.loadedOrder + (kind.origin === 'named' ? 1000 : 0)
    const maker = new IdMaker(nodes, this.#seed + hashOf(kind.resource.key), from)
    this.#idMakers.set(key, maker)
    return maker
  }

  /** Replaces all items, and resets the id generators. */
  replaceAll(items: readonly Item[]): void {
    this.store.replaceAll(items)
    this.#idMakers.clear()
    this.#textMakers = new WeakMap()
  }

  /** The key for a resource path with these parameter values. */
  keyAt(resourceKey: string, values: readonly string[]): string {
    const kind = this.kindAt(resourceKey)
    if (kind === undefined || kind.resource.key === resourceKey) return fill(resourceKey, values)
    const count = kind.resource.key.split('{}').length - 1
    return fill(kind.resource.key, values.slice(-count))
  }
}

/** Whether ids of a kind are derived from names: `/articles/{slug}`. */
const isSlug = (kind: Kind): boolean =>
  [kind.idQuery.parameter, kind.idName].some(
    (name) => name !== undefined && ['slug', 'handle'].includes(parseReferenceName(name).suffix),
  )

const nameIn = (value: JsonObject): string | undefined =>
  ['name', 'title', 'label', 'displayName', 'subject']
    .map((name) => own(value, name))
    .find((text): text is string => typeof text === 'string')

/** Whether a caller may see an item. */
export const isVisible = ({ owner }: Item, { identity }: Call): boolean =>
  owner === undefined || identity === undefined || owner === identity

/** The id schemas of a kind in responses. */
function itemIdNodesOf(kind: Kind): readonly SchemaNode[] {
  const name = kind.idName
  return name === undefined
    ? []
    : kind.shown.flatMap((sketch) => sketch.fields().get(name)?.sketch.nodes ?? [])
}

/** The id schemas of a kind in responses, requests and paths. */
function idNodesOf(kind: Kind): readonly SchemaNode[] {
  const inPaths = kind.resources.flatMap(({ read, replace, patch, remove }) =>
    [read, replace, patch, remove].flatMap((call) => {
      const place = call?.id
      const parameter = call?.operation.parameters.find(
        (one) => one.name === place?.name && one.in === place.location,
      )
      return parameter?.schema ?? []
    }),
  )
  return [...new Set([...itemIdNodesOf(kind), ...inPaths])]
}

const idPlaceOf = ({ read, replace, patch, remove }: Resource, operation: ApiOperation) =>
  [read, replace, patch, remove].find((call) => call?.operation === operation)?.id

function idIn(input: Input, place: ReturnType<typeof idPlaceOf>): string {
  if (place === undefined) return ''
  if (place.location !== 'body') {
    const part =
      place.location === 'query' ? input.query : place.location === 'header' ? input.headers : input.cookies
    return toText(part[place.name])
  }
  const [name = ''] = parsePointer(place.name)
  const value = isObject(input.body) ? own(input.body, name) : undefined
  return toText(value)
}

function fill(key: string, values: readonly string[]): string {
  let index = 0
  return key.replaceAll('{}', () => encodeURIComponent(values[index++] ?? ''))
}
