import type { Store, StoreTransaction } from '@giftcards/marketplace'
import { afterEach, beforeEach, inject } from 'vitest'
import { sampleData } from './sample-data.ts'

/** Returns an open store for one test. */
export type CreateStore = () => Promise<{
  readonly store: Store
  /** Whether it contains exactly the sample data; otherwise the suite replaces its data. */
  readonly isSeeded?: boolean
  /** Called when the test is over. Without it, the store is closed. */
  readonly giveBack?: () => Promise<void>
}>

/** The number of runs of a property: many at night, a few on each change. */
export const runsOf = (night: number): number => (inject('depth') === 'nightly' ? night : 5)

/** Provides a store with the sample data to each test of the enclosing `describe`, and disposes of it afterwards. */
export function useStore(createStore: CreateStore): () => Store {
  let current: Store | undefined
  let end: (() => Promise<void>) | undefined
  beforeEach(async () => {
    const { store, isSeeded = false, giveBack = () => store.close() } = await createStore()
    current = store
    end = giveBack
    if (!isSeeded) await store.transaction((tx) => tx.seed(sampleData))
  })
  afterEach(async () => {
    await end?.()
    current = undefined
  })
  return () => {
    if (current === undefined) throw new Error('There is a store only inside a test')
    return current
  }
}

/** Runs a transaction, which is refused unless `isKept`, and returns the result of `work` either way. */
export async function transact<T>(
  store: Pick<Store, 'transaction'>,
  work: (tx: StoreTransaction) => Promise<T>,
  isKept: boolean,
): Promise<T> {
  const { value } = await store.transaction(async (tx) => ({
    kind: isKept ? 'done' : 'refused',
    value: await work(tx),
  }))
  return value
}
