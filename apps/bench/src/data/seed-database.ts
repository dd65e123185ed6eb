import { openStore } from '@giftcards/storage'
import { migrateDatabase } from '@giftcards/storage/upkeep'
import { createBenchData } from './bench-data.ts'

/** Puts the bench's data into an empty database, for so many customers. It is measured as production. */
export async function seedDatabase(url: string, customers: number): Promise<void> {
  await migrateDatabase(url, { mode: 'production' })
  const store = await openStore(url, { mode: 'production' })
  try {
    await store.transaction((tx) => tx.seedIfEmpty(createBenchData(customers)))
  } finally {
    await store.close()
  }
}
