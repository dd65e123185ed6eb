import type { StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { readAccounts, writeAccounts } from './accounts.ts'
import { createAuditLog, writeAudit } from './audit-log.ts'
import { readCarts, writeCarts } from './carts.ts'
import { readClock, writeClock } from './clock.ts'
import { readCoupons, writeCoupons } from './coupons.ts'
import { writeExpiredCarts } from './expired-carts.ts'
import { readJobs, writeJobs } from './jobs.ts'
import { readLedger, writeLedger } from './ledger.ts'
import type { Db } from './db.ts'
import { writeLocks } from './locks.ts'
import { writeNumbers } from './numbers.ts'
import { readOrders, writeOrders } from './orders.ts'
import { readPayments, writePayments } from './payments.ts'
import { writePurge } from './purge.ts'
import { writeSeed } from './seed.ts'
import type { Session } from './session.ts'
import { readStock, rememberMerchants, writeStock } from './stock.ts'

/** All reads of the port. */
export function createReader(db: Db): StoreReader {
  return {
    ...readAccounts(db),
    ...readCarts(db),
    ...readClock(db),
    ...readCoupons(db),
    ...readJobs(db),
    ...readLedger(db),
    ...readOrders(db),
    ...readPayments(db),
    ...readStock(db),
  }
}

/** All reads and writes of the port. */
export function createTransaction(session: Session): StoreTransaction {
  const { db } = session
  const audit = createAuditLog(db)
  const reader = createReader(db)
  const merchants = rememberMerchants(reader)
  const stock = writeStock(db, audit)
  const seeding = writeSeed(db, audit)
  return {
    ...reader,
    ...writeAccounts(db, audit),
    ...writeAudit(db, audit),
    ...writeCarts(db),
    ...writeClock(db, audit),
    ...writeCoupons(db, audit),
    ...writeExpiredCarts(db, stock),
    ...writeJobs(db),
    ...writeLedger(db, audit),
    ...writeLocks(session),
    ...writeNumbers(db),
    ...writeOrders(db, audit),
    ...writePayments(db),
    ...writePurge(db),
    // `seedIfEmpty` need not clear the cache: a store with merchants is not empty.
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
  }
}
