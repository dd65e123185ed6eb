import { isRefused, type Store } from '@giftcards/marketplace'
import { sampleData } from '../suite/sample-data.ts'
import type { CreateStore } from '../suite/suite-store.ts'

/**
 * Gives one store to test after test, because opening one takes longer than most tests; a new one if a test has closed it. It is
 * seeded again only if the test before has changed anything.
 */
export function keepStore(open: () => Promise<Store>): CreateStore {
  let kept: Store | undefined
  let isSeeded = false
  return async () => {
    const store = (kept ??= await open())
    if (!isSeeded) await store.transaction((tx) => tx.seed(sampleData))
    isSeeded = true
    const lent: Store = {
      ...store,
      async transaction(work) {
        const result = await store.transaction(work)
        isSeeded &&= isRefused(result)
        return result
      },
      async close() {
        kept = undefined
        isSeeded = false
        await store.close()
      },
    }
    return { store: lent, isSeeded, giveBack: async () => undefined }
  }
}
