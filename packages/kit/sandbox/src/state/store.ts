import type { Item } from './item.ts'

/** Persists the content of a store. */
export interface Journal {
  /** Everything that was kept, in order. */
  load(): readonly Item[]
  /** The highest order that an item had, deleted ones too. */
  lastOrder(): number
  put(item: Item): void
  delete(key: string): void
  clear(): void
  /** Keeps all changes of a synchronous function or, if the process ends meanwhile, none. */
  atomically<Result>(run: () => Result): Result
  close(): void
}

/** What items of one kind are looked up by: a property, the items around them. */
export interface Index {
  readonly name: string
  /** The texts under which an item is found; they follow from the item alone. */
  readonly textsOf: (item: Item) => readonly string[]
}

/** By the keys of the items around. */
export const byParent: Index = { name: 'under', textsOf: ({ under }) => under }

export const byId: Index = { name: 'id', textsOf: ({ id }) => [id] }

/** By the caller that an item belongs to; empty for those of nobody. */
export const byOwner: Index = { name: 'owner', textsOf: ({ owner = '' }) => [owner] }

/** The items of one kind by the texts of an index. */
interface Lists {
  readonly index: Index
  readonly byText: Map<string, Item[]>
}

/** The items of a sandbox, in memory; a journal keeps them beyond the process. */
export class Store {
  readonly #items = new Map<string, Item>()
  readonly #byKind = new Map<string, Item[]>()
  /** The indexes of each kind that were asked for, by their names. */
  readonly #indexes = new Map<string, Map<string, Lists>>()
  /** Keys of items by each item that they are under. */
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

  /** The items of a kind in the order of their creation. It changes with the store: copy it before you change items. */
  listKind(kind: string): readonly Item[] {
    return this.#byKind.get(kind) ?? []
  }

  /** The items of a kind that an index has under a text, in the order of their creation. The same holds for its changes. */
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

  /** The highest order of the items of an earlier process or a snapshot: a number that new ids can begin after. */
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

  /** Deletes an item and all items under it. */
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

  /** Holds these items alone. */
  replaceAll(items: readonly Item[]): void {
    this.clear()
    for (const item of items) this.put(item)
    this.#loadedOrder = this.#order
  }

  /** Makes the changes of a synchronous function one change of the journal: a process that is killed leaves nothing half done. */
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

/** Where the item of an order is in a list, or belongs. */
function indexOf(listed: readonly Item[], order: number): number {
  // Nearly every item is added as the last one.
  if ((listed.at(-1)?.order ?? 0) < order) return listed.length
  let [low, high] = [0, listed.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((listed[middle]?.order ?? 0) < order) low = middle + 1
    else high = middle
  }
  return low
}
