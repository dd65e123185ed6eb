import type { Store, StoreTransaction } from '@giftcards/marketplace'
import { afterEach, beforeEach, inject } from 'vitest'
import { sampleData } from './sample-data.ts'

/** Gives an open store for one test. */
export type CreateStore = () => Promise<{
  readonly store: Store
  /** Whether it holds the sample data and nothing else; otherwise the suite replaces what is in it. */
  readonly isSeeded?: boolean
  /** Called when the test is over. Without it, the store is closed. */
  readonly giveBack?: () => Promise<void>
}>

/** How often a property is tried: so often at night, and a few times on each change. */
export const runsOf = (night: number): number => (inject('depth') === 'nightly' ? night : 5)

/** Before each test of the enclosing `describe` a store with the sample data, which is given back after it. */
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
