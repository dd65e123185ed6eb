/** A lock that many hold at a time, or one. */
export interface SharedLock {
  /** Does `work` beside others. */
  share<T>(work: () => Promise<T>): Promise<T>
  /** Does `work` alone: after all who came before, and before all who come later. */
  own<T>(work: () => Promise<T>): Promise<T>
}

interface Waiting {
  readonly isAlone: boolean
  readonly start: () => void
}

/** A lock that nobody holds. They get it in the order in which they came, so that nobody waits for ever. */
export function createSharedLock(): SharedLock {
  const waiting: Waiting[] = []
  let sharing = 0
  let isOwned = false

  function admit(): void {
    for (let next = waiting[0]; next !== undefined && !isOwned; next = waiting[0]) {
      if (next.isAlone && sharing > 0) return
      waiting.shift()
      if (next.isAlone) isOwned = true
      else sharing += 1
      next.start()
    }
  }

  async function hold<T>(isAlone: boolean, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      waiting.push({ isAlone, start })
      admit()
    })
    try {
      return await work()
    } finally {
      if (isAlone) isOwned = false
      else sharing -= 1
      admit()
    }
  }

  return { share: (work) => hold(false, work), own: (work) => hold(true, work) }
}
