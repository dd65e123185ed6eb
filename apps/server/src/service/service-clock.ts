import type { Clock, ClockSetting, Store } from '@giftcards/marketplace'

/** The service clock: real time, unless the sandbox has frozen or moved it. */
export interface ServiceClock extends Clock {
  isFrozen(): boolean
  /** Freezes at `at`, or lets time run from there on; `at` defaults to now. Kept over a restart. */
  set(change: { readonly frozen: boolean; readonly at?: number }): Promise<void>
  /** Moves the clock on, frozen or running. */
  advance(ms: number): Promise<void>
  /** Takes over what the store holds: after a start or a reset. */
  reload(): Promise<void>
}

const realTime: ClockSetting = { frozenAt: null, offsetMs: 0 }

/** Latest time a clock may be put to: what an ISO 8601 date with four digits of year can say. */
export const latestTime = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** A clock whose setting lives in the store. */
export async function openServiceClock(store: Store): Promise<ServiceClock> {
  let setting = realTime

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
    async reload() {
      setting = (await store.read((tx) => tx.findClockSetting())) ?? realTime
    },
  }

  /** Begins from what the store holds, so that of several advances at one time none is lost. */
  async function change(toNext: (before: ClockSetting) => ClockSetting): Promise<void> {
    setting = await store.transaction(async (tx) => {
      const next = toNext((await tx.findClockSetting()) ?? realTime)
      await tx.putClockSetting(next)
      return next
    })
  }

  await clock.reload()
  return clock
}
