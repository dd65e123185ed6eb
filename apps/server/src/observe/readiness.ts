import type { StartTimer, Store } from '@giftcards/marketplace'

/** Whether a load balancer may send requests to this server. */
export interface Readiness {
  /** Whether a request would be served now; false before `begin` and after `drain`. Takes at most two seconds. Never rejects. */
  isReady(): Promise<boolean>
  /** Whether the store accepted and kept a write within the last second. Takes at most two seconds. Never rejects. */
  storeWorks(): Promise<boolean>
  /** Call it when the server has its data, such as the published data of a sandbox. */
  begin(): void
  /** Call it before the server stops: it is never ready again. */
  drain(): void
}

/** The services that a request needs. */
export interface ReadinessNeeds {
  /** Its `ping` resolves if the database accepts a write and keeps it. */
  readonly store: Pick<Store, 'ping'>
  /** Whether the load limit would accept one more request. */
  readonly hasRoom: () => boolean
  readonly startTimer: StartTimer
}

const probeMs = 2000

/** How long the result of a successful probe is reused, so that frequent checks cause no more writes. */
const sharedMs = 1000

/**
 * Checks the services that a request needs. Runs one probe of the store at a time, so that probes do not pile up on a hanging
 * store.
 */
export function createReadiness({ store, hasRoom, startTimer }: ReadinessNeeds): Readiness {
  let hasBegun = false
  let isDraining = false
  let probe: Promise<boolean> | undefined

  function forget(): void {
    probe = undefined
  }

  async function probeStore(): Promise<boolean> {
    try {
      await store.ping()
      startTimer(sharedMs, forget)
      return true
    } catch {
      // A recovered store is reported at once, so failures are not reused.
      forget()
      return false
    }
  }

  async function storeWorks(): Promise<boolean> {
    probe ??= probeStore()
    const late = Promise.withResolvers<false>()
    const stopTimer = startTimer(probeMs, () => late.resolve(false))
    const canWrite = await Promise.race([probe, late.promise])
    stopTimer()
    return canWrite
  }

  return {
    async isReady() {
      if (!hasBegun || isDraining || !hasRoom()) return false
      return (await storeWorks()) && !isDraining
    },
    storeWorks,
    begin() {
      hasBegun = true
    },
    drain() {
      isDraining = true
    },
  }
}
