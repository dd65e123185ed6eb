import type { Clock, ClockSetting, StartTimer, Store } from '@giftcards/marketplace'

/** The service clock: real time, unless the sandbox has frozen or moved it. */
export interface ServiceClock extends Clock {
  isFrozen(): boolean
  /** Freezes at `at`, or lets time run from there on; `at` defaults to now. Kept over a restart. */
  set(change: { readonly frozen: boolean; readonly at?: number }): Promise<void>
  /** Moves the clock on, frozen or running. */
  advance(ms: number): Promise<void>
  /** Takes over what the store holds: after a start or a reset. */
  reload(): Promise<void>
  /** Takes over a setting that another process may have made. Of several reads at a time, the one begun last counts. */
  follow(read: () => Promise<ClockSetting | undefined>): Promise<void>
}

const realTime: ClockSetting = { frozenAt: null, offsetMs: 0 }

/** Latest time a clock may be put to: what an ISO 8601 date with four digits of year can say. */
export const latestTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** A clock whose setting lives in the store. */
export async function openServiceClock(store: Store): Promise<ServiceClock> {
  let setting = realTime
  let begun = 0
  let taken = 0
  /** A response that comes after a newer one is out of date. */
  const take = (order: number, next: ClockSetting): void => {
    if (order < taken) return
    taken = order
    setting = next
  }

  const clock: ServiceClock = {
    // A running clock stops at the last moment that can be written.
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

  /** Begins from what the store holds, so that of several advances at one time none is lost. */
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
 * A store that first reads the stored clock setting at every use. Another process on the same database may have
 * frozen or moved the clock. It is for the sandbox. A production server has no clock to set.
 */
export function followClock(store: Store, clock: Pick<ServiceClock, 'follow' | 'reload'>): Store {
  const read: Store['read'] = (work) =>
    store.read(async (tx) => {
      await clock.follow(() => tx.findClockSetting())
      return work(tx)
    })
  return {
    async transaction(work) {
      // Before it begins: a transaction that writes begins with its locks.
      await clock.reload()
      return store.transaction(work)
    },
    read,
    // Two questions, of which the first is for the clock.
    readOne: read,
    async findAccess(appId, customerId) {
      const asked = store.findAccess(appId, customerId)
      await clock.follow(async () => (await asked).clock)
      return asked
    },
    onJobs: (listener) => store.onJobs(listener),
    async ping() {
      await store.ping()
      await clock.reload()
    },
    close: () => store.close(),
  }
}

/** Real-time timers for waits that no clock of the sandbox may shorten. */
export const startTimer: StartTimer = (ms, onTime) => {
  const timer = setTimeout(onTime, ms)
  return () => clearTimeout(timer)
}
