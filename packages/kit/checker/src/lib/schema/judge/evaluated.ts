/**
 * The properties and items of one value that some keyword has looked at, for `unevaluatedProperties` and
 * `unevaluatedItems` (JSON Schema 2020-12 Core, 11).
 */
export class Evaluated {
  #allProperties = false
  #allItems = false
  #leadingItems = 0
  readonly #properties = new Set<string>()
  readonly #items = new Set<number>()

  addProperty(name: string): void {
    this.#properties.add(name)
  }

  addAllProperties(): void {
    this.#allProperties = true
  }

  /** The items before an index. */
  addLeadingItems(count: number): void {
    this.#leadingItems = Math.max(this.#leadingItems, count)
  }

  addItem(index: number): void {
    this.#items.add(index)
  }

  addAllItems(): void {
    this.#allItems = true
  }

  /** Takes over what a branch that holds has seen. */
  merge(other: Evaluated): void {
    this.#allProperties ||= other.#allProperties
    this.#allItems ||= other.#allItems
    this.addLeadingItems(other.#leadingItems)
    for (const name of other.#properties) this.#properties.add(name)
    for (const index of other.#items) this.#items.add(index)
  }

  /** After a union broke, nobody can tell what its branch would have seen: then nothing is called unevaluated. */
  addAll(): void {
    this.#allProperties = true
    this.#allItems = true
  }

  hasProperty(name: string): boolean {
    return this.#allProperties || this.#properties.has(name)
  }

  hasItem(index: number): boolean {
    return this.#allItems || index < this.#leadingItems || this.#items.has(index)
  }
}
