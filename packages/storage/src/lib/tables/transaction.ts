import type { StoreTransaction } from '@giftcards/marketplace'
import type { Session } from '../statements/session.ts'
import { writeAttempts } from './attempts.ts'
import { withAuditLog } from './audit-log.ts'
import { writeCarts } from './write-carts.ts'
import { writeClock } from './clock.ts'
import { writeCoupons } from './coupons.ts'
import { writeCustomers } from './customers.ts'
import { rememberAccounts, writeDrawdown } from './drawdown.ts'
import { writeIdempotency } from './idempotency.ts'
import { writeNumbers } from './numbers.ts'
import { writeOrders } from './write-orders.ts'
import { writePayments } from './payments.ts'
import { writePurge } from './purge.ts'
import { rememberMerchants } from './merchants.ts'
import { createReader } from './reader.ts'
import { writeSecureReads } from './secure-reads.ts'
import { writeSeed } from './seed.ts'
import { writeStock } from './stock.ts'

/** Everything the port reads and writes. */
export function createTransaction(session: Session): StoreTransaction {
  const reader = createReader(session)
  const merchants = rememberMerchants(reader)
  const numbers = writeNumbers(session)
  const drawdown = writeDrawdown(session)
  const accounts = rememberAccounts(reader, drawdown)
  const { seed } = writeSeed(session)
  return withAuditLog(session, {
    ...reader,
    findMerchants: merchants.findMerchants,
    nextNumbers: numbers.nextNumbers,
    nextOrderNumbers: numbers.nextOrderNumbers,
    ...writeCustomers(session),
    ...writeStock(session),
    ...writeCarts(session),
    ...writeCoupons(session),
    ...writeOrders(session),
    ...writePayments(session),
    ...drawdown,
    findDrawdownAccount: accounts.findDrawdownAccount,
    putDrawdownAccount: accounts.putDrawdownAccount,
    ...writeIdempotency(session),
    ...writeAttempts(session),
    ...writeSecureReads(session),
    ...writeClock(session),
    ...writePurge(session),
    seed(data) {
      merchants.forget()
      accounts.forget()
      numbers.replace()
      return seed(data)
    },
  })
}
