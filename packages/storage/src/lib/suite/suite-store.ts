import type { Store } from '@giftcards/marketplace'
import { afterEach, beforeEach } from 'vitest'
import { sampleData } from './sample-data.ts'

/** Gives a new, empty store. */
export type CreateStore = () => Promise<{ readonly store: Store }>

/** Before each test of the enclosing `describe` a store with the sample data; closed after it. */
export function useStore(createStore: CreateStore): () => Store {
  let current: Store | undefined
  beforeEach(async () => {
    const { store } = await createStore()
    current = store
    await store.transaction((tx) => tx.seed(sampleData))
  })
  afterEach(async () => {
    await current?.close()
    current = undefined
  })
  return () => {
    if (current === undefined) throw new Error('There is a store only inside a test')
    return current
  }
}
