/** A turn did not come in time: those before it took too long. */
export class TurnTimeoutError extends Error {
  override readonly name = 'TurnTimeoutError'
}

/**
 * Lets one transaction of this process at a time work under a key. The others wait here, where they hold no connection, so
 * a busy account costs the pool one connection.
 */
export class KeyedQueue {
  readonly #waiting = new Map<string, (() => void)[]>()

  /** Waits for the turn of a key, at most `limitMs`; resolves to the function that ends the turn, if called again too. */
  enter(key: string, limitMs: number): Promise<() => void> {
    let hasLeft = false
    const leave = (): void => {
      // A second call would end the turn of the next one.
      if (!hasLeft) this.#next(key)
      hasLeft = true
    }
    const waiting = this.#waiting.get(key)
    if (waiting === undefined) {
      this.#waiting.set(key, [])
      return Promise.resolve(leave)
    }
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer)
        resolve(leave)
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(new TurnTimeoutError(`Waited ${limitMs} ms for other transactions on ${key}`))
      }, limitMs)
      waiting.push(start)
    })
  }

  #next(key: string): void {
    const start = this.#waiting.get(key)?.shift()
    if (start === undefined) this.#waiting.delete(key)
    else start()
  }
}
