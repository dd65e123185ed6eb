import { createTestMarketplace, type TestMarketplace } from '@giftcards/marketplace/testing'
import { type OpenedStore, openSqliteStore } from '@giftcards/storage'
import { beforeEach } from 'vitest'

let opened: ReturnType<typeof openSqliteStore> | undefined

/** A new marketplace on the file's store, an SQLite database in memory. What an earlier one has stored is gone. */
export async function openMarketplace(): Promise<TestMarketplace<OpenedStore>> {
  return createTestMarketplace(await (opened ??= openSqliteStore({ location: ':memory:', mode: 'sandbox' })))
}

/** A new marketplace for each test of a file, in the same object. */
export function useMarketplace(): TestMarketplace<OpenedStore> {
  const market = {} as TestMarketplace<OpenedStore>
  beforeEach(async () => void Object.assign(market, await openMarketplace()))
  return market
}
