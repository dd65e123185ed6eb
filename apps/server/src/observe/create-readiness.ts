import type { StartTimer, Store } from '@giftcards/marketplace'

/** Whether a load balancer may send requests here. */
export interface Readiness {
  /** Asks the store, and gives up on it after two seconds; false from `drain` on. Never rejects. */
  isReady(): Promise<boolean>
  /** The server is about to stop: from now on nothing new belongs here. */
  drain(): void
}

const pingMs = 2000

/** Judges by the store; however many ask, it is asked once at a time, so that a stuck one does not gather questions. */
export function createReadiness(store: Pick<Store, 'ping'>, startTimer: StartTimer): Readiness {
  let isDraining = false
  let asked: Promise<boolean> | undefined

  async function answers(): Promise<boolean> {
    try {
      await store.ping()
      return true
    } catch {
      return false
    } finally {
      asked = undefined
    }
  }

  return {
    async isReady() {
      if (isDraining) return false
      asked ??= answers()
      const late = Promise.withResolvers<false>()
      const stopTimer = startTimer(pingMs, () => late.resolve(false))
      const isReady = await Promise.race([asked, late.promise])
      stopTimer()
      return isReady && !isDraining
    },
    drain() {
      isDraining = true
    },
  }
}
