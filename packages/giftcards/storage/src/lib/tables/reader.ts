import type { StoreReader } from '@giftcards/marketplace'
import type { Session } from '../statements/session.ts'
import { readApps } from './apps.ts'
import { readAttempts } from './attempts.ts'
import { readCarts } from './read-carts.ts'
import { readClock } from './clock.ts'
import { readCoupons } from './coupons.ts'
import { readCustomers } from './customers.ts'
import { readDrawdown } from './drawdown.ts'
import { readExpiredCarts } from './expired-carts.ts'
import { readIdempotency } from './idempotency.ts'
import { readJobs } from './jobs.ts'
import { readMerchants } from './merchants.ts'
import { readOrders } from './read-orders.ts'
import { readOperator } from './operator.ts'
import { readPaymentLegs } from './payment-legs.ts'
import { readPayments } from './payments.ts'
import { readStock } from './stock.ts'
import { readStoreCredit } from './store-credit.ts'

/** Everything the port reads, method by method: to spread the parts takes as long as a statement, for each transaction. */
export function createReader(session: Session): StoreReader {
  const apps = readApps(session)
  const customers = readCustomers(session)
  const merchants = readMerchants(session)
  const stock = readStock(session)
  const operator = readOperator(session)
  const carts = readCarts(session)
  const coupons = readCoupons(session)
  const orders = readOrders(session)
  const payments = readPayments(session)
  const legs = readPaymentLegs(session)
  const jobs = readJobs(session)
  const drawdown = readDrawdown(session)
  const idempotency = readIdempotency(session)
  const attempts = readAttempts(session)
  const clock = readClock(session)
  return {
    findApp: apps.findApp,
    listApps: operator.listApps,
    findCustomer: customers.findCustomer,
    findCustomerByEmail: customers.findCustomerByEmail,
    listCustomers: customers.listCustomers,
    findPaymentMethod: customers.findPaymentMethod,
    listPaymentMethods: customers.listPaymentMethods,
    findMerchants: merchants.findMerchants,
    listMerchants: operator.listMerchants,
    findStock: stock.findStock,
    listStock: stock.listStock,
    findCart: carts.findCart,
    findCartOf: carts.findCartOf,
    findCartWithMerchants: carts.findCartWithMerchants,
    listExpiredCarts: readExpiredCarts(session).listExpiredCarts,
    listLiveCarts: carts.listLiveCarts,
    countLiveCarts: carts.countLiveCarts,
    findCoupon: coupons.findCoupon,
    listCoupons: operator.listCoupons,
    countCouponUses: coupons.countCouponUses,
    countCouponUsesBy: coupons.countCouponUsesBy,
    listCouponUses: coupons.listCouponUses,
    findOrder: orders.findOrder,
    findOrderByOrderId: orders.findOrderByOrderId,
    findCard: orders.findCard,
    listDueOrders: orders.listDueOrders,
    listOrders: orders.listOrders,
    countOrders: orders.countOrders,
    listOrderIds: orders.listOrderIds,
    findPayment: payments.findPayment,
    findPaymentOf: payments.findPaymentOf,
    listPaymentsToSettle: payments.listPaymentsToSettle,
    listPaymentLegs: legs.listPaymentLegs,
    listPaymentLegsAfter: legs.listPaymentLegsAfter,
    findJob: jobs.findJob,
    listJobs: jobs.listJobs,
    countJobs: jobs.countJobs,
    findDrawdownAccount: drawdown.findDrawdownAccount,
    findDeposit: drawdown.findDeposit,
    listDrawdownTransactions: drawdown.listDrawdownTransactions,
    listStoreCreditTransactions: readStoreCredit(session).listStoreCreditTransactions,
    findIdempotencyRecord: idempotency.findIdempotencyRecord,
    listAttempts: attempts.listAttempts,
    findClockSetting: clock.findClockSetting,
  }
}
