import type { StoreTransaction } from '@giftcards/marketplace'
import type { Session } from '../statements/session.ts'
import { writeAttempts } from './attempts.ts'
import { withAuditLog } from './audit-log.ts'
import { writeCarts } from './write-carts.ts'
import { writeClock } from './clock.ts'
import { writeCoupons } from './coupons.ts'
import { writeCustomers } from './customers.ts'
import { writeDrawdown } from './drawdown.ts'
import { writeExpiredCarts } from './expired-carts.ts'
import { writeIdempotency } from './idempotency.ts'
import { writeJobs } from './jobs.ts'
import { writeLocks } from './locks.ts'
import { writeNumbers } from './numbers.ts'
import { writeOperator } from './operator.ts'
import { writeOrders } from './write-orders.ts'
import { writePaymentLegs } from './payment-legs.ts'
import { writePayments } from './payments.ts'
import { writePurge } from './purge.ts'
import { rememberMerchants } from './merchants.ts'
import { createReader } from './reader.ts'
import { writeSecureReads } from './secure-reads.ts'
import { writeSeed } from './seed.ts'
import { writeStock } from './stock.ts'
import { writeStoreCredit } from './store-credit.ts'

/** Everything the port reads and writes, method by method as `createReader` has it. */
export function createTransaction(session: Session): StoreTransaction {
  const reader = createReader(session)
  const merchants = rememberMerchants(reader)
  const numbers = writeNumbers(session)
  const drawdown = writeDrawdown(session)
  const customers = writeCustomers(session)
  const stock = writeStock(session)
  const carts = writeCarts(session)
  const expired = writeExpiredCarts(session, stock)
  const coupons = writeCoupons(session)
  const orders = writeOrders(session)
  const payments = writePayments(session)
  const legs = writePaymentLegs(session)
  const jobs = writeJobs(session)
  const attempts = writeAttempts(session)
  const operator = writeOperator(session)
  const { seed, seedIfEmpty } = writeSeed(session)
  return withAuditLog(session, {
    ...reader,
    lock: writeLocks(session).lock,
    findMerchants: merchants.findMerchants,
    nextNumbers: numbers.nextNumbers,
    nextNumber: numbers.nextNumber,
    putApp: operator.putApp,
    async putMerchant(merchant) {
      merchants.forget()
      await operator.putMerchant(merchant)
    },
    insertCustomer: operator.insertCustomer,
    updateCustomer: customers.updateCustomer,
    replacePasswordHash: customers.replacePasswordHash,
    reserveStock: stock.reserveStock,
    releaseStock: stock.releaseStock,
    sellStock: stock.sellStock,
    returnStock: stock.returnStock,
    putStock: stock.putStock,
    insertCart: carts.insertCart,
    putCartLine: carts.putCartLine,
    deleteCartLine: carts.deleteCartLine,
    updateCart: carts.updateCart,
    deleteCart: carts.deleteCart,
    reclaimStock: expired.reclaimStock,
    deleteExpiredCarts: expired.deleteExpiredCarts,
    insertCoupon: operator.insertCoupon,
    updateCoupon: operator.updateCoupon,
    insertCouponUse: coupons.insertCouponUse,
    deleteCouponUse: coupons.deleteCouponUse,
    insertOrder: orders.insertOrder,
    updateOrder: orders.updateOrder,
    insertPayment: payments.insertPayment,
    leasePayment: payments.leasePayment,
    deletePayment: payments.deletePayment,
    putPaymentLeg: legs.putPaymentLeg,
    insertJob: jobs.insertJob,
    claimJobs: jobs.claimJobs,
    updateJob: jobs.updateJob,
    endJob: jobs.endJob,
    findDrawdownAccount: drawdown.findDrawdownAccount,
    insertDrawdownAccount: operator.insertDrawdownAccount,
    putDrawdownAccount: drawdown.putDrawdownAccount,
    insertDrawdownTransaction: drawdown.insertDrawdownTransaction,
    insertStoreCreditTransaction: writeStoreCredit(session).insertStoreCreditTransaction,
    putIdempotencyRecord: writeIdempotency(session).putIdempotencyRecord,
    insertAttempt: attempts.insertAttempt,
    deleteAttempts: attempts.deleteAttempts,
    insertSecureRead: writeSecureReads(session).insertSecureRead,
    putClockSetting: writeClock(session).putClockSetting,
    purge: writePurge(session).purge,
    seed(data) {
      merchants.forget()
      return seed(data)
    },
    async seedIfEmpty(data) {
      const isSeeded = await seedIfEmpty(data)
      if (isSeeded) merchants.forget()
      return isSeeded
    },
  })
}
