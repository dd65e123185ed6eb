import type { StoreReader } from '@giftcards/marketplace'
import type { Session } from '../statements/session.ts'
import { readApps } from './apps.ts'
import { readAttempts } from './attempts.ts'
import { readCarts } from './read-carts.ts'
import { readClock } from './clock.ts'
import { readCoupons } from './coupons.ts'
import { readCustomers } from './customers.ts'
import { readDrawdown } from './drawdown.ts'
import { readDue } from './due.ts'
import { readIdempotency } from './idempotency.ts'
import { readMerchants } from './merchants.ts'
import { readOrders } from './read-orders.ts'
import { readPayments } from './payments.ts'
import { readStock } from './stock.ts'

/** Everything the port reads. */
export function createReader(session: Session): StoreReader {
  return {
    ...readApps(session),
    ...readCustomers(session),
    ...readMerchants(session),
    ...readStock(session),
    ...readCarts(session),
    ...readCoupons(session),
    ...readOrders(session),
    ...readPayments(session),
    ...readDue(session),
    ...readDrawdown(session),
    ...readIdempotency(session),
    ...readAttempts(session),
    ...readClock(session),
  }
}
