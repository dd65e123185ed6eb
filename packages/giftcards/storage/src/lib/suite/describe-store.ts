import { describe } from 'vitest'
import { describeAccounts } from './accounts.ts'
import { describeBooks } from './books.ts'
import { describeCarts } from './carts.ts'
import { describeCoupons } from './coupons.ts'
import { describeDrawdown } from './drawdown.ts'
import { describeJobs } from './jobs.ts'
import { describeOperator } from './operator.ts'
import { describeOrders } from './orders.ts'
import { describePayments } from './payments.ts'
import { describeRecords } from './records.ts'
import { describeSeed } from './seed.ts'
import { describeStock } from './stock.ts'
import type { CreateStore } from './suite-store.ts'
import { describeStoreCredit } from './store-credit.ts'
import { describeTransactions } from './transactions.ts'

/**
 * Proves with vitest that a store keeps every promise of the port. `createStore` gives a store for each test; the
 * suite replaces what is in it.
 */
export function describeStore(name: string, createStore: CreateStore): void {
  // oxlint-disable-next-line vitest/valid-title -- each store gives its own name
  describe(name, () => {
    describeTransactions(createStore)
    describeSeed(createStore)
    describeAccounts(createStore)
    describeStock(createStore)
    describeCarts(createStore)
    describeCoupons(createStore)
    describeOrders(createStore)
    describePayments(createStore)
    describeJobs(createStore)
    describeDrawdown(createStore)
    describeStoreCredit(createStore)
    describeRecords(createStore)
    describeOperator(createStore)
    describeBooks(createStore)
  })
}
