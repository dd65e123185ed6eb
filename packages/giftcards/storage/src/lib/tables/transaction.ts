import type { StoreTransaction } from '@giftcards/marketplace'
import type { Session } from '../statements/session.ts'
import { writeAttempts } from './attempts.ts'
import { withAuditLog } from './audit-log.ts'
import { writeCarts } from './write-carts.ts'
import { writeClock } from './clock.ts'
import { writeCoupons } from './coupons.ts'
import { writeCustomers } from './customers.ts'
import { rememberAccounts, writeDrawdown } from './drawdown.ts'
import { writeExpiredCarts } from './expired-carts.ts'
import { writeIdempotency } from './idempotency.ts'
import { writeJobs } from './jobs.ts'
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

/** Everything the port reads and writes, method by method as `createReader` has it. */
export function createTransaction(session: Session): StoreTransaction {
  const reader = createReader(session)
  const merchants = rememberMerchants(reader)
  const numbers = writeNumbers(session)
  const drawdown = writeDrawdown(session)
  const accounts = rememberAccounts(reader, drawdown)
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
  const forgetData = () => {
    merchants.forget()
    accounts.forget()
    numbers.replace()
  }
  return withAuditLog(session, {
    ...reader,
    findMerchants: merchants.findMerchants,
    nextNumbers: numbers.nextNumbers,
    nextOrderNumbers: numbers.nextOrderNumbers,
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
    findDrawdownAccount: accounts.findDrawdownAccount,
    async insertDrawdownAccount(customerId) {
      accounts.forget()
      await operator.insertDrawdownAccount(customerId)
    },
    putDrawdownAccount: accounts.putDrawdownAccount,
    insertDrawdownTransaction: drawdown.insertDrawdownTransaction,
    putIdempotencyRecord: writeIdempotency(session).putIdempotencyRecord,
    insertAttempt: attempts.insertAttempt,
    deleteAttempts: attempts.deleteAttempts,
    insertSecureRead: writeSecureReads(session).insertSecureRead,
    putClockSetting: writeClock(session).putClockSetting,
    purgeExpired: writePurge(session).purgeExpired,
    seed(data) {
      forgetData()
      return seed(data)
    },
    async seedIfEmpty(data) {
      const isSeeded = await seedIfEmpty(data)
      if (isSeeded) forgetData()
      return isSeeded
    },
  })
}
