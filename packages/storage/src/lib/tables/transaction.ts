import type { StoreTransaction } from '@giftcards/marketplace'
import { writeAttempts } from './attempts.ts'
import { withAuditLog } from './audit-log.ts'
import { writeCarts } from './carts.ts'
import { writeClock } from './clock.ts'
import { writeCoupons } from './coupons.ts'
import { writeCustomers } from './customers.ts'
import type { Db } from './db.ts'
import { writeDrawdown } from './drawdown.ts'
import { writeIdempotency } from './idempotency.ts'
import { writeNumbers } from './numbers.ts'
import { writeOrders } from './orders.ts'
import { writePayments } from './payments.ts'
import { writePurge } from './purge.ts'
import { createReader } from './reader.ts'
import { writeSecureReads } from './secure-reads.ts'
import { writeSeed } from './seed.ts'
import { writeStock } from './stock.ts'

/** Everything the port reads and writes. */
export function createTransaction(db: Db): StoreTransaction {
  return withAuditLog(db, {
    ...createReader(db),
    ...writeNumbers(db),
    ...writeCustomers(db),
    ...writeStock(db),
    ...writeCarts(db),
    ...writeCoupons(db),
    ...writeOrders(db),
    ...writePayments(db),
    ...writeDrawdown(db),
    ...writeIdempotency(db),
    ...writeAttempts(db),
    ...writeSecureReads(db),
    ...writeClock(db),
    ...writePurge(db),
    ...writeSeed(db),
  })
}
