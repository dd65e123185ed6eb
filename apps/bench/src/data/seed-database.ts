import { openStore } from '@giftcards/storage'
import { createBenchData } from './bench-data.ts'

/** Puts the bench's data into an empty database, for so many customers. */
export async function seedDatabase(url: string, customers: number): Promise<void> {
  const store = await openStore(url)
  try {
    await store.transaction((tx) => tx.seed(createBenchData(customers)))
  } finally {
    await store.close()
  }
}
