/** Values by key, as long as there are not too many: the oldest is dropped for a new one. */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The value of a key, created once while it is kept; if the maker throws, nothing is kept. */
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

/** A Map, or a WeakMap that keeps the value of an object for as long as the object is in use. */
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

/** The same function, computed once for each object, for as long as the object is in use. */
export const oncePer = <Key extends object, Found>(find: (key: Key) => Found): ((key: Key) => Found) => {
  const known = new WeakMap<Key, Found>()
  // Known values are read at every judgement, so the lookup creates no function.
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
