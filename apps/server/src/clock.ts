import type { Clock, ClockSetting, StartTimer, Store } from '@giftcards/marketplace'

/** The service clock: real time, unless the sandbox has frozen or moved it. */
export interface ServiceClock extends Clock {
  isFrozen(): boolean
  /** Freezes the clock at `at`, or runs it from there; `at` defaults to now. Survives a restart. */
  set(change: { readonly frozen: boolean; readonly at?: number }): Promise<void>
  /** Advances the clock, frozen or running. */
  advance(ms: number): Promise<void>
  /** Loads the setting from the store, after a start or a reset. */
  reload(): Promise<void>
  /** Applies a setting that another process may have made. Of concurrent reads, the one begun last wins. */
  follow(read: () => Promise<ClockSetting | undefined>): Promise<void>
}

const realTime: ClockSetting = { frozenAt: null, offsetMs: 0 }

/** The latest time of a clock: the last ISO 8601 date with a four-digit year. */
export const latestTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Creates a clock whose setting is in the store. */
export async function openServiceClock(store: Store): Promise<ServiceClock> {
  let setting = realTime
  let begun = 0
  let taken = 0
  /** A response that arrives after a newer one is outdated. */
  const take = (order: number, next: ClockSetting): void => {
    if (order < taken) return
    taken = order
    setting = next
  }

  const clock: ServiceClock = {
    // A running clock stops at the latest time.
    now: () => Math.min(setting.frozenAt ?? Date.now() + setting.offsetMs, latestTime),
    isFrozen: () => setting.frozenAt !== null,
    async set({ frozen, at = clock.now() }) {
      await change(() =>
        frozen ? { frozenAt: at, offsetMs: 0 } : { frozenAt: null, offsetMs: at - Date.now() },
      )
    },
    async advance(ms) {
      await change(({ frozenAt, offsetMs }) =>
        frozenAt === null ? { frozenAt, offsetMs: offsetMs + ms } : { frozenAt: frozenAt + ms, offsetMs },
      )
    },
    reload: () => clock.follow(() => store.read((tx) => tx.findClockSetting())),
    async follow(read) {
      begun += 1
      const order = begun
      take(order, (await read()) ?? realTime)
    },
  }

  /** Starts from the stored setting, so that no concurrent advance is lost. */
  async function change(toNext: (before: ClockSetting) => ClockSetting): Promise<void> {
    const next = await store.transaction(async (tx) => {
      await tx.lock({ kind: 'name', name: 'clock' })
      const changed = toNext((await tx.findClockSetting()) ?? realTime)
      await tx.putClockSetting(changed)
      return changed
    })
    // Newer than every read that began before the commit.
    begun += 1
    take(begun, next)
  }

  await clock.reload()
  return clock
}

/**
 * Wraps a store to read the clock setting at every use, because another process on the same database may have changed it. For the
 * sandbox: a production server has no clock setting.
 */
export function followClock(store: Store, clock: Pick<ServiceClock, 'follow' | 'reload'>): Store {
  const read: Store['read'] = (work) =>
    store.read(async (tx) => {
      await clock.follow(() => tx.findClockSetting())
      return work(tx)
    })
  return {
    async transaction(work) {
      // Before the transaction: its first statement must be its locks.
      await clock.reload()
      return store.transaction(work)
    },
    read,
    // Two statements, the first for the clock.
    readOne: read,
    async findAccess(appId, customerId) {
      const access = store.findAccess(appId, customerId)
      await clock.follow(async () => (await access).clock)
      return access
    },
    onJobs: (listener) => store.onJobs(listener),
    async ping() {
      await store.ping()
      await clock.reload()
    },
    close: () => store.close(),
  }
}

/** Real-time timers, for waits that the sandbox clock must not shorten. */
export const startTimer: StartTimer = (ms, onTime) => {
  const timer = setTimeout(onTime, ms)
  return () => clearTimeout(timer)
}
