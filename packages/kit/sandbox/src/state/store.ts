import type { Item } from './item.ts'

/** Persists the content of a store. */
export interface Journal {
  /** All stored items, in order. */
  load(): readonly Item[]
  /** The highest order so far, including deleted items. */
  lastOrder(): number
  put(item: Item): void
  delete(key: string): void
  clear(): void
  /** Persists all changes of a synchronous function, or none if the process is killed. */
  atomically<Result>(run: () => Result): Result
  close(): void
}

/** A lookup for items of one kind, such as a property or the parents. */
export interface Index {
  readonly name: string
  /** The lookup texts of an item; they must depend only on the item. */
  readonly textsOf: (item: Item) => readonly string[]
}

/** Indexes by the keys of the parents. */
export const byParent: Index = { name: 'under', textsOf: ({ under }) => under }

export const byId: Index = { name: 'id', textsOf: ({ id }) => [id] }

/** Indexes by owner; empty text for items without owner. */
export const byOwner: Index = { name: 'owner', textsOf: ({ owner = '' }) => [owner] }

/** The items of one kind by lookup text. */
interface Lists {
  readonly index: Index
  readonly byText: Map<string, Item[]>
}

/** The items of a sandbox in memory, persisted by a journal. */
export class Store {
  readonly #items = new Map<string, Item>()
  readonly #byKind = new Map<string, Item[]>()
  /** The indexes in use, by kind and name. */
  readonly #indexes = new Map<string, Map<string, Lists>>()
  /** Keys of items by parent. */
  readonly #below = new Map<string, Set<string>>()
  readonly #journal: Journal | undefined
  #order = 0
  #loadedOrder: number

  constructor(journal?: Journal) {
    this.#journal = journal
    for (const item of journal?.load() ?? []) this.#keep(item)
    this.#order = Math.max(this.#order, journal?.lastOrder() ?? 0)
    this.#loadedOrder = this.#order
  }

  get(key: string): Item | undefined {
    return this.#items.get(key)
  }

  /** The items of a kind in creation order. The list is live: copy it before changing items. */
  listKind(kind: string): readonly Item[] {
    return this.#byKind.get(kind) ?? []
  }

  /** The items of a kind with a lookup text, in creation order. The list is live, too. */
  listBy(kind: string, index: Index, text: string): readonly Item[] {
    const indexes = this.#indexes.get(kind) ?? new Map<string, Lists>()
    this.#indexes.set(kind, indexes)
    const known = indexes.get(index.name)
    if (known !== undefined) return known.byText.get(text) ?? []
    const lists: Lists = { index, byText: new Map() }
    indexes.set(index.name, lists)
    for (const item of this.listKind(kind)) addTo(lists, item)
    return lists.byText.get(text) ?? []
  }

  all(): readonly Item[] {
    return [...this.#items.values()]
  }

  /** The highest order of items from an earlier process or a snapshot. New ids can start after it. */
  get loadedOrder(): number {
    return this.#loadedOrder
  }

  /** The highest order so far. */
  get lastOrder(): number {
    return this.#order
  }

  nextOrder(): number {
    this.#order += 1
    return this.#order
  }

  put(item: Item): void {
    this.#keep(item)
    this.#journal?.put(item)
  }

  /** Deletes an item and all items below it. */
  delete(key: string): void {
    const item = this.#items.get(key)
    if (item !== undefined) {
      this.#items.delete(key)
      this.#unlist(item)
      for (const parent of item.under) this.#below.get(parent)?.delete(key)
      this.#journal?.delete(key)
    }
    for (const child of Array.from(this.#below.get(key) ?? [])) this.delete(child)
    this.#below.delete(key)
  }

  clear(): void {
    this.#items.clear()
    this.#byKind.clear()
    for (const { byText } of [...this.#indexes.values()].flatMap((lists) => [...lists.values()]))
      byText.clear()
    this.#below.clear()
    this.#order = 0
    this.#loadedOrder = 0
    this.#journal?.clear()
  }

  /** Replaces all items. */
  replaceAll(items: readonly Item[]): void {
    this.clear()
    for (const item of items) this.put(item)
    this.#loadedOrder = this.#order
  }

  /** Makes the changes of a synchronous function atomic in the journal. */
  atomically<Result>(run: () => Result): Result {
    return this.#journal === undefined ? run() : this.#journal.atomically(run)
  }

  close(): void {
    this.#journal?.close()
  }

  #keep(item: Item): void {
    const replaced = this.#items.get(item.key)
    this.#items.set(item.key, item)
    if (replaced !== undefined) this.#unlist(replaced)
    const listed = this.#byKind.get(item.kind) ?? []
    this.#byKind.set(item.kind, listed)
    insert(listed, item)
    for (const lists of this.#indexes.get(item.kind)?.values() ?? []) addTo(lists, item)
    for (const parent of item.under) {
      const children = this.#below.get(parent) ?? new Set()
      this.#below.set(parent, children.add(item.key))
    }
    this.#order = Math.max(this.#order, item.order)
  }

  #unlist(item: Item): void {
    takeOut(this.#byKind.get(item.kind), item)
    for (const { index, byText } of this.#indexes.get(item.kind)?.values() ?? [])
      for (const text of new Set(index.textsOf(item))) takeOut(byText.get(text), item)
  }
}

function addTo({ index, byText }: Lists, item: Item): void {
  for (const text of new Set(index.textsOf(item))) {
    const listed = byText.get(text) ?? []
    byText.set(text, listed)
    insert(listed, item)
  }
}

const insert = (listed: Item[], item: Item): void => void listed.splice(indexOf(listed, item.order), 0, item)

const takeOut = (listed: Item[] | undefined, item: Item): void =>
  void listed?.splice(indexOf(listed, item.order), 1)

/** The index of an order in a list, or its insertion point. */
function indexOf(listed: readonly Item[], order: number): number {
  // Almost all items are appended.
  if ((listed.at(-1)?.order ?? 0) < order) return listed.length
  let [low, high] = [0, listed.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((listed[middle]?.order ?? 0) < order) low = middle + 1
    else high = middle
  }
  return low
}
