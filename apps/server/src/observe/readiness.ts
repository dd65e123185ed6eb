import type { StartTimer, Store } from '@giftcards/marketplace'

/** Whether a load balancer may send requests to this server. */
export interface Readiness {
  /** True where a request would be served now. Takes two seconds at most; false before `begin` and from `drain` on. Never rejects. */
  isReady(): Promise<boolean>
  /** True where the store took and kept a write within the last second. Takes two seconds at most. Never rejects. */
  storeWorks(): Promise<boolean>
  /** The server has what it serves, such as the published data of a sandbox. */
  begin(): void
  /** The server is about to stop: it is never ready again. */
  drain(): void
}

/** The services that a request needs. */
export interface ReadinessNeeds {
  /** Its `ping` resolves where the database takes a write and keeps it. */
  readonly store: Pick<Store, 'ping'>
  /** Whether the load limit would let one more request in. */
  readonly hasRoom: () => boolean
  readonly startTimer: StartTimer
}

const probeMs = 2000

/** For how long a probe that succeeded is shared, so that many questions cause no more writes. */
const sharedMs = 1000

/** Tries what a request needs, one probe of the store at a time: probes do not pile up on a store that hangs. */
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
      // A store that works again is told of at once.
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
