import { hasPhysical, type Order, type OrderPayment, type OrderStep } from '../model/order.ts'
import type { PreparedOrder } from '../model/payment.ts'
import { countByBucket, type Fulfillment } from '../model/stock.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { settings } from '../settings.ts'
import { scheduleStep } from './order-steps.ts'

/** A payment that was charged or held. */
export interface PaymentTaken {
  readonly payment: OrderPayment
  readonly hold: Order['hold']
  /** The delay after which the bank returns the payment. */
  readonly returnedAfterMs?: number | undefined
}

/**
 * Places a prepared order that has been paid: its reserved cards are sold, and its plan begins (spec 4.6). A job takes the first step,
 * such as the delivery of e-codes, even if it is due now. The issuer is never called inside a transaction.
 */
export async function placeOrder(
  tx: StoreTransaction,
  { method: _method, fulfillment, drawn: _drawn, ...prepared }: PreparedOrder,
  { payment, hold, returnedAfterMs }: PaymentTaken,
  now: number,
): Promise<Order> {
  const { units } = prepared
  const returnedAt = returnedAfterMs === undefined ? undefined : now + returnedAfterMs
  const order: Order = {
    ...prepared,
    purchasedAt: now,
    status: 'Processing',
    payment,
    plan: planOrder(now, fulfillment, hasPhysical(units), returnedAt),
    hold,
  }
  for (const { bucket, count } of countByBucket(units)) await tx.sellStock(bucket, count)
  await tx.insertOrder(order)
  await scheduleStep(tx, order.id, order.plan)
  return order
}

/** The precedence of fulfillments in an order with several merchants. */
const precedence: readonly Fulfillment[] = ['cancel', 'review', 'hold', 'delayed', 'standard']

/** The fulfillment of an order: the most eventful one of its merchants'. */
export function orderFulfillment(fulfillments: readonly Fulfillment[]): Fulfillment {
  return precedence.find((fulfillment) => fulfillments.includes(fulfillment)) ?? 'standard'
}

/** Plans the steps of an order placed or released at `at`, soonest first (decision: orders, magic merchants). */
export function planOrder(
  at: number,
  fulfillment: Fulfillment,
  withPhysical: boolean,
  returnedAt: number | undefined,
): readonly OrderStep[] {
  const steps = fulfillmentSteps(at, fulfillment, withPhysical)
  const returned: readonly OrderStep[] = returnedAt === undefined ? [] : [{ at: returnedAt, do: 'return' }]
  return [...steps, ...returned].toSorted((a, b) => a.at - b.at)
}

function fulfillmentSteps(at: number, fulfillment: Fulfillment, withPhysical: boolean): readonly OrderStep[] {
  switch (fulfillment) {
    case 'cancel':
      return [{ at: at + settings.cancelAfterMs, do: 'cancel' }]
    case 'review':
    case 'hold':
      return [{ at, do: fulfillment }]
    case 'delayed':
      return delivery(at + settings.delayedByMs, withPhysical)
    case 'standard':
    case 'never-sold':
      return delivery(at, withPhysical)
  }
}

/** E-codes at once; physical cards are prepared, then shipped. */
export function delivery(at: number, withPhysical: boolean): readonly OrderStep[] {
  const digital: OrderStep = { at, do: 'deliver-digital' }
  if (!withPhysical) return [digital]
  return [
    digital,
    { at: at + settings.prepareAfterMs, do: 'prepare' },
    { at: at + settings.shipAfterMs, do: 'ship' },
  ]
}
