/** A cache of limited size that drops the oldest entry first. */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The value of a key, created on first use. If the maker throws, nothing is cached. */
  get(key: string, make: (key: string) => Value): Value {
    const known = this.#values.get(key)
    if (known !== undefined) return known
    const made = make(key)
    const oldest = this.#values.size >= this.#limit ? this.#values.keys().next().value : undefined
    if (oldest !== undefined) this.#values.delete(oldest)
    this.#values.set(key, made)
    return made
  }
}

/** A Map, or a WeakMap whose entries live as long as their keys. */
interface Memory<Key, Found> {
  get(key: Key): Found | undefined
  has(key: Key): boolean
  set(key: Key, found: Found): unknown
}

/** Returns the value under a key, and creates it on first use. */
export const remembered = <Key, Found>(memory: Memory<Key, Found>, key: Key, make: () => Found): Found => {
  const known = memory.get(key)
  if (known !== undefined || memory.has(key)) return known as Found
  const made = make()
  memory.set(key, made)
  return made
}

/** Memoizes a function of an object. Results live as long as the object. */
export const oncePer = <Key extends object, Found>(find: (key: Key) => Found): ((key: Key) => Found) => {
  const known = new WeakMap<Key, Found>()
  // Called on every validation, so the lookup creates no closure.
  return (key) => {
    const found = known.get(key)
    if (found !== undefined || known.has(key)) return found as Found
    const made = find(key)
    known.set(key, made)
    return made
  }
}

/** The same for an object and a name. */
export const oncePerName = <Key extends object, Found>(
  find: (key: Key, name: string) => Found,
): ((key: Key, name: string) => Found) => {
  const memoryOf = oncePer((_key: Key) => new Map<string, Found>())
  return (key, name) => remembered(memoryOf(key), name, () => find(key, name))
}
