import { beforeEach } from 'vitest'
import { createTestMarketplace, type TestMarketplace } from './create-test-marketplace.ts'

/** A new marketplace for each test of a file, in the same object. */
export function useMarketplace(): TestMarketplace {
  const market = {} as TestMarketplace
  beforeEach(async () => void Object.assign(market, await createTestMarketplace()))
  return market
}
