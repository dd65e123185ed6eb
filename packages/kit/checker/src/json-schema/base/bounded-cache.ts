/** Values by key, as long as there are not too many: the oldest is dropped for a new one. */
export class BoundedCache<Value> {
  readonly #values = new Map<string, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The value of a key, made once while it is kept; a maker that throws leaves nothing behind. */
  get(key: string, make: () => Value): Value {
    const known = this.#values.get(key)
    if (known !== undefined) return known
    const made = make()
    const oldest = this.#values.size >= this.#limit ? this.#values.keys().next().value : undefined
    if (oldest !== undefined) this.#values.delete(oldest)
    this.#values.set(key, made)
    return made
  }
}

/** What is kept under a key, made when it is first asked for. */
export const remembered = <Found>(memory: Map<string, Found>, key: string, make: () => Found): Found => {
  const known = memory.get(key)
  if (known !== undefined) return known
  const made = make()
  memory.set(key, made)
  return made
}
