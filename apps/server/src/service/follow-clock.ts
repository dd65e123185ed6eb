import type { Store } from '@giftcards/marketplace'
import type { ServiceClock } from './service-clock.ts'

/**
 * A store whose every use first takes over the clock as it is set there, in the same transaction: another process on
 * the same database may have frozen or moved it. For the sandbox; a production server has no clock to set.
 */
export function followClock(store: Store, clock: Pick<ServiceClock, 'follow' | 'reload'>): Store {
  const read: Store['read'] = (work) =>
    store.read(async (tx) => {
      await clock.follow(() => tx.findClockSetting())
      return work(tx)
    })
  return {
    transaction: (work, keep) =>
      store.transaction(async (tx) => {
        await clock.follow(() => tx.findClockSetting())
        return work(tx)
      }, keep),
    read,
    // Two questions, of which the first is for the clock.
    ask: read,
    async findAccess(appId, customerId) {
      const asked = store.findAccess(appId, customerId)
      await clock.follow(async () => (await asked).clock)
      return asked
    },
    ping: () => clock.reload(),
    close: () => store.close(),
  }
}
