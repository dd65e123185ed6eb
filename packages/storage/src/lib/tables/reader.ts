import type { StoreReader } from '@giftcards/marketplace'
import { readApps } from './apps.ts'
import { readAttempts } from './attempts.ts'
import { readCarts } from './carts.ts'
import { readClock } from './clock.ts'
import { readCoupons } from './coupons.ts'
import { readCustomers } from './customers.ts'
import type { Db } from './db.ts'
import { readDrawdown } from './drawdown.ts'
import { readIdempotency } from './idempotency.ts'
import { readMerchants } from './merchants.ts'
import { readOrders } from './orders.ts'
import { readPayments } from './payments.ts'
import { readStock } from './stock.ts'

/** Everything the port reads. */
export function createReader(db: Db): StoreReader {
  return {
    ...readApps(db),
    ...readCustomers(db),
    ...readMerchants(db),
    ...readStock(db),
    ...readCarts(db),
    ...readCoupons(db),
    ...readOrders(db),
    ...readPayments(db),
    ...readDrawdown(db),
    ...readIdempotency(db),
    ...readAttempts(db),
    ...readClock(db),
  }
}
