import type { Job } from '../model/job.ts'
import { type Cart, type CartOwner, ownerText } from '../model/cart.ts'
import type { Order } from '../model/order.ts'
import type { PaymentLegKey } from '../model/payment.ts'
import { compareStockKeys, stockKeyText } from '../model/stock.ts'
import type { StoreReader } from '../ports/store.ts'
import { type MemoryState, ownKey } from './memory-state.ts'

/** Reads a state. */
export function createMemoryReader(state: MemoryState): StoreReader {
  return {
    findApp: async (appId) => state.apps.get(appId),
    listApps: async () => [...state.apps.values()].toSorted((a, b) => compareText(a.id, b.id)),

    findCustomer: async (customerId) => state.customers.get(customerId),
    findCustomerByEmail: async (email) => state.customers.values().find((each) => each.email === email),
    listCustomers: async () => [...state.customers.values()].toSorted((a, b) => a.id - b.id),
    findPaymentMethod: async (customerId, id) => state.paymentMethods.get(ownKey(customerId, id)),
    listPaymentMethods: async (customerId) =>
      [...state.paymentMethods.values()]
        .filter((method) => method.customerId === customerId)
        .toSorted((a, b) => a.id - b.id),

    async findMerchants(ids) {
      const found = ids.flatMap((id) => state.merchants.get(id) ?? [])
      return new Map(found.map((merchant) => [merchant.id, merchant]))
    },

    listMerchants: async () => [...state.merchants.values()].toSorted((a, b) => a.id - b.id),

    findStock: async (key) => state.stock.get(stockKeyText(key)),
    listStock: async () => [...state.stock.values()].toSorted(compareStockKeys),

    findCart: async (cartId) => state.carts.get(cartId),
    findCartOf: async (owner) => findCartOf(state, owner),
    async findCartWithMerchants(owner) {
      const cart = findCartOf(state, owner)
      if (cart === undefined) return undefined
      const found = cart.lines.flatMap(({ merchantId }) => state.merchants.get(merchantId) ?? [])
      return { cart, merchants: new Map(found.map((merchant) => [merchant.id, merchant])) }
    },
    listExpiredCarts: async (now, limit) =>
      [...state.carts.values()]
        .filter((cart) => cart.expiresAt <= now)
        .toSorted((a, b) => a.expiresAt - b.expiresAt || compareText(a.id, b.id))
        .slice(0, limit)
        .map((cart) => cart.id),
    listLiveCarts: async (now, limit) =>
      [...state.carts.values()]
        .filter((cart) => cart.expiresAt > now)
        .toSorted((a, b) => b.expiresAt - a.expiresAt || compareText(a.id, b.id))
        .slice(0, limit),
    countLiveCarts: async (now) => [...state.carts.values()].filter((cart) => cart.expiresAt > now).length,

    findCoupon: async (code) => state.coupons.get(code),
    listCoupons: async () => [...state.coupons.values()].toSorted((a, b) => a.id - b.id),
    countCouponUses: async (couponId) =>
      state.coupons.values().some(({ id, usesInTotal }) => id === couponId && usesInTotal !== null)
        ? [...state.couponUses.values()].filter((use) => use.couponId === couponId).length
        : 0,
    countCouponUsesBy: async (couponId, customerId) =>
      [...state.couponUses.values()].filter(
        (use) => use.couponId === couponId && use.customerId === customerId,
      ).length,
    listCouponUses: async (after, limit) =>
      [...state.couponUses]
        .filter(([orderId]) => orderId > after)
        .toSorted(([a], [b]) => a - b)
        .slice(0, limit)
        .map(([orderId, use]) => ({ orderId, ...use })),

    findOrder: async (id) => state.orders.get(id),
    findOrderByOrderId: async (orderId) => state.orders.values().find((order) => order.orderId === orderId),
    async findCard(cardId) {
      const order = state.orders.get(state.orderOfCard.get(cardId) ?? 0)
      const unit = order?.units.find(({ id }) => id === cardId)
      const merchant = unit && state.merchants.get(unit.merchantId)
      if (order === undefined || unit === undefined || merchant === undefined) return undefined
      const { id, orderId, customerId, purchasedAt, status, plan } = order
      return {
        unit,
        order: { id, orderId, customerId, purchasedAt, status },
        nextStepAt: plan[0]?.at ?? null,
        merchant,
      }
    },
    listDueOrders: async (now, limit, customerId) =>
      [...state.orders.values()]
        .filter((order) => customerId === undefined || order.customerId === customerId)
        .filter((order) => nextStepAt(order) <= now)
        .toSorted((a, b) => nextStepAt(a) - nextStepAt(b) || a.id - b.id)
        .slice(0, limit)
        .map((order) => order.id),
    listOrders: async (limit) => [...state.orders.values()].toSorted((a, b) => b.id - a.id).slice(0, limit),
    countOrders: async () => state.orders.size,
    listOrderIds: async (after, limit) =>
      [...state.orders.keys()]
        .filter((id) => id > after)
        .toSorted((a, b) => a - b)
        .slice(0, limit),

    findPayment: async (reference) => state.payments.get(reference),
    findPaymentOf: async (customerId) =>
      state.payments.values().find((payment) => payment.customerId === customerId),
    listPaymentsToSettle: async (realNow, limit) =>
      [...state.payments.values()]
        .filter((payment) => payment.leaseUntil <= realNow)
        .filter(({ reference }) => {
          const job = state.jobs.get(`settle-payment/${reference}`)
          return job?.state !== 'open' && job?.state !== 'parked'
        })
        .toSorted((a, b) => a.leaseUntil - b.leaseUntil || compareText(a.reference, b.reference))
        .slice(0, limit)
        .map((payment) => payment.reference),

    listPaymentLegs: async (orderId) =>
      [...state.paymentLegs.values()].filter((leg) => leg.orderId === orderId).toSorted(compareLegs),
    listPaymentLegsAfter: async (after, limit) =>
      [...state.paymentLegs.values()]
        .filter((leg) => compareLegs(leg, after) > 0)
        .toSorted(compareLegs)
        .slice(0, limit),
    findJob: async (id) => state.jobs.get(id),
    listJobs: async (wanted, limit) =>
      [...state.jobs.values()]
        .filter((job) => job.state === wanted)
        .toSorted(byDueTime)
        .slice(0, limit),
    countJobs: async () =>
      [
        ...Map.groupBy(
          state.jobs.values().filter(isUndone),
          (job) => `${job.task.kind}/${job.state}`,
        ).values(),
      ].flatMap((same) =>
        same
          .toSorted(byDueTime)
          .slice(0, 1)
          .map(({ task: { kind }, state: jobState, dueAt }) => ({
            kind,
            state: jobState,
            count: same.length,
            oldestDueAt: dueAt,
          })),
      ),

    findDrawdownAccount: async (customerId) => state.drawdownAccounts.get(customerId),
    findDeposit: async (customerId, key) =>
      state.drawdownTransactions.values().find((row) => row.customerId === customerId && row.key === key),
    listDrawdownTransactions: async (customerId, limit) =>
      [...state.drawdownTransactions.values()]
        .filter((row) => row.customerId === customerId)
        .toSorted((a, b) => b.id - a.id)
        .slice(0, limit),

    listStoreCreditTransactions: async (customerId, limit) =>
      [...state.storeCreditTransactions.values()]
        .filter((row) => row.customerId === customerId)
        .toSorted((a, b) => b.position - a.position)
        .slice(0, limit),
    findStoreCreditRow: async (customerId, description) =>
      [...state.storeCreditTransactions.values()]
        .toSorted((a, b) => a.position - b.position)
        .find((row) => row.customerId === customerId && row.description === description),

    async findIdempotencyRecord(customerId, key, now) {
      const record = state.idempotency.get(ownKey(customerId, key))
      return record !== undefined && record.expiresAt > now ? record : undefined
    },

    listAttempts: async (subject, since) =>
      (state.attempts.get(subject) ?? []).filter((at) => at > since).toSorted((a, b) => a - b),

    findClockSetting: async () => state.clock.get('setting'),
  }
}

/** The cart of an owner; each has one at most. */
export function findCartOf({ carts }: Pick<MemoryState, 'carts'>, owner: CartOwner): Cart | undefined {
  return carts.values().find((cart) => ownerText(cart.owner) === ownerText(owner))
}

const isUndone = ({ state }: Job): boolean => state === 'open' || state === 'parked'

function compareLegs(a: PaymentLegKey, b: PaymentLegKey): number {
  return a.orderId - b.orderId || a.position - b.position
}

/** The one due first first, then by id. */
export function byDueTime(a: Job, b: Job): number {
  return a.dueAt - b.dueAt || compareText(a.id, b.id)
}

function nextStepAt(order: Order): number {
  return order.plan[0]?.at ?? Number.POSITIVE_INFINITY
}

/** Compares texts by their code units. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
