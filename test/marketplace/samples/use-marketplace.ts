import { createTestMarketplace, type TestMarketplace } from '@giftcards/marketplace/testing'
import { type OpenedStore, openSqliteStore } from '@giftcards/storage'
import { beforeEach } from 'vitest'

let opened: ReturnType<typeof openSqliteStore> | undefined

/** Opens a new marketplace on the store of this test file, an in-memory SQLite database. Deletes the data of an earlier one. */
export async function openMarketplace(): Promise<TestMarketplace<OpenedStore>> {
  return createTestMarketplace(await (opened ??= openSqliteStore({ location: ':memory:', mode: 'sandbox' })))
}

/** Creates a new marketplace before each test of a file, in the same object. */
export function useMarketplace(): TestMarketplace<OpenedStore> {
  const market = {} as TestMarketplace<OpenedStore>
  beforeEach(async () => void Object.assign(market, await openMarketplace()))
  return market
}
