import type { StoreReader, StoreTransaction } from '@giftcards/marketplace'
import type { Session } from '../statements/session.ts'
import { readAccounts, writeAccounts } from './accounts.ts'
import { withAuditLog, writeSecureReads } from './audit-log.ts'
import { readCarts, writeCarts } from './carts.ts'
import { readClock, writeClock } from './clock.ts'
import { readCoupons, writeCoupons } from './coupons.ts'
import { readExpiredCarts, writeExpiredCarts } from './expired-carts.ts'
import { readJobs, writeJobs } from './jobs.ts'
import { readLedger, writeLedger } from './ledger.ts'
import { writeLocks } from './locks.ts'
import { writeNumbers } from './numbers.ts'
import { readOrders, writeOrders } from './orders.ts'
import { readPayments, writePayments } from './payments.ts'
import { writePurge } from './purge.ts'
import { writeSeed } from './seed.ts'
import { readStock, rememberMerchants, writeStock } from './stock.ts'

/** Everything the port reads. */
export function createReader(session: Session): StoreReader {
  return {
    ...readAccounts(session),
    ...readCarts(session),
    ...readClock(session),
    ...readCoupons(session),
    ...readExpiredCarts(session),
    ...readJobs(session),
    ...readLedger(session),
    ...readOrders(session),
    ...readPayments(session),
    ...readStock(session),
  }
}

/** Everything the port reads and writes. */
export function createTransaction(session: Session): StoreTransaction {
  const reader = createReader(session)
  const merchants = rememberMerchants(reader)
  const stock = writeStock(session)
  const seeding = writeSeed(session)
  return withAuditLog(session, {
    ...reader,
    ...writeAccounts(session),
    ...writeCarts(session),
    ...writeClock(session),
    ...writeCoupons(session),
    ...writeExpiredCarts(session, stock),
    ...writeJobs(session),
    ...writeLedger(session),
    ...writeLocks(session),
    ...writeNumbers(session),
    ...writeOrders(session),
    ...writePayments(session),
    ...writePurge(session),
    ...writeSecureReads(session),
    // `seedIfEmpty` need not forget merchants: a store that has one is not empty.
    ...seeding,
    ...stock,
    findMerchants: (ids) => merchants.findMerchants(ids),
    putMerchant(merchant) {
      merchants.forget()
      return stock.putMerchant(merchant)
    },
    seed(data) {
      merchants.forget()
      return seeding.seed(data)
    },
  })
}
