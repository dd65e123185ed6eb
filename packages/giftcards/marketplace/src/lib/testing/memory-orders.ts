import type { LegState, PaymentLeg } from '../model/payment.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { byDueTime } from './memory-reader.ts'
import type { MemoryState } from './memory-state.ts'

type OrderWriter = Pick<
  StoreTransaction,
  'insertOrder' | 'updateOrder' | 'insertCouponUse' | 'deleteCouponUse'
>

/** Changes the orders of a state, and the coupon uses that belong to them. */
export function createMemoryOrders({ orders, orderOfCard, coupons, couponUses }: MemoryState): OrderWriter {
  return {
    async insertOrder(order) {
      if (orders.has(order.id)) throw new Error(`Order exists: ${order.id}`)
      orders.set(order.id, order)
      for (const unit of order.units) orderOfCard.set(unit.id, order.id)
    },
    async updateOrder(id, { units = [], ...change }) {
      const order = orders.get(id)
      if (order === undefined) throw new Error(`No such order: ${id}`)
      const changed = new Map(units.map((unit) => [unit.id, unit]))
      if (units.some((unit) => orderOfCard.get(unit.id) !== id))
        throw new Error(`A changed card is not of order ${id}`)
      orders.set(id, {
        ...order,
        ...change,
        units: order.units.map((unit) => changed.get(unit.id) ?? unit),
      })
    },
    async insertCouponUse(couponId, customerId, orderId) {
      if (couponUses.has(orderId)) throw new Error(`Order ${orderId} has used a coupon already`)
      const coupon = coupons.values().find(({ id }) => id === couponId)
      if (coupon === undefined) throw new Error(`No such coupon: ${couponId}`)
      const uses = couponUses.values().filter((use) => use.couponId === couponId)
      if (coupon.usesInTotal !== null && [...uses].length >= coupon.usesInTotal) return false
      couponUses.set(orderId, { couponId, customerId })
      return true
    },
    async deleteCouponUse(orderId) {
      couponUses.delete(orderId)
    },
  }
}

type PaymentWriter = Pick<
  StoreTransaction,
  | 'insertPayment'
  | 'leasePayment'
  | 'deletePayment'
  | 'putPaymentLeg'
  | 'insertJob'
  | 'claimJobs'
  | 'renewJob'
  | 'updateJob'
  | 'endJob'
>

/** Changes the pending payments of a state, one per customer, and its jobs. */
export function createMemoryPayments({ customers, payments, paymentLegs, jobs }: MemoryState): PaymentWriter {
  return {
    async insertPayment(payment) {
      if (payments.has(payment.reference)) throw new Error(`Payment exists: ${payment.reference}`)
      if (!customers.has(payment.customerId)) throw new Error(`No such customer: ${payment.customerId}`)
      if (payments.values().some((each) => each.customerId === payment.customerId))
        throw new Error(`Customer ${payment.customerId} already has a pending payment`)
      payments.set(payment.reference, payment)
    },
    async leasePayment(reference, realNow, leaseUntil) {
      const payment = payments.get(reference)
      if (payment === undefined || payment.leaseUntil > realNow) return undefined
      payments.set(reference, { ...payment, leaseUntil })
      return { ...payment, leaseUntil }
    },
    async deletePayment({ reference, customerId, startedAt }) {
      const found = payments.get(reference)
      const isSame = found?.startedAt === startedAt && found.customerId === customerId
      return isSame && payments.delete(reference)
    },
    async putPaymentLeg(leg) {
      for (const other of paymentLegs.values()) assertPaidOnce(leg, other)
      paymentLegs.set(`${leg.orderId}/${leg.position}`, leg)
    },
    async insertJob({ id, task, dueAt }) {
      const state = jobs.get(id)?.state
      if (state === 'open' || state === 'parked') return
      jobs.set(id, {
        id,
        task,
        dueAt,
        state: 'open',
        attempts: 0,
        heldUntil: 0,
        lastError: null,
        endedAt: null,
      })
    },
    async claimJobs({ now, realNow, heldUntil, limit }) {
      const claimed = [...jobs.values()]
        .filter((job) => job.state === 'open' && job.dueAt <= now && job.heldUntil <= realNow)
        .toSorted(byDueTime)
        .slice(0, limit)
        .map((job) => ({ ...job, heldUntil, attempts: job.attempts + 1 }))
      for (const job of claimed) jobs.set(job.id, job)
      return claimed
    },
    async renewJob({ id, attempts }, heldUntil) {
      const job = jobs.get(id)
      if (job?.state === 'open' && job.attempts === attempts) jobs.set(id, { ...job, heldUntil })
    },
    async updateJob(id, change, ifState) {
      const job = jobs.get(id)
      if (ifState !== undefined && job?.state !== ifState) return false
      if (job === undefined) throw new Error(`No such job: ${id}`)
      jobs.set(id, { ...job, ...change })
      return true
    },
    async endJob(id, at) {
      const job = jobs.get(id)
      if (job?.state === 'open' || job?.state === 'parked')
        jobs.set(id, { ...job, state: 'done', endedAt: at })
    },
  }
}

const paid: ReadonlySet<LegState> = new Set(['charged', 'refunding', 'refunded'])

/** One leg of an order is charged at most, and its money goes back once. */
function assertPaidOnce(leg: PaymentLeg, other: PaymentLeg): void {
  if (leg.orderId !== other.orderId) return
  if (leg.position !== other.position) {
    if (paid.has(leg.state) && paid.has(other.state))
      throw new Error(`Order ${leg.orderId} would be paid by two legs`)
    return
  }
  const isBack = other.state === 'refunded' || (other.state === 'refunding' && leg.state !== 'refunded')
  if (isBack && leg.state !== other.state)
    throw new Error(`Leg ${leg.position} of order ${leg.orderId} would be paid again`)
}
