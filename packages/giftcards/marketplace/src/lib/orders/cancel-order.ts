import { changeStoreCredit } from '../customers/store-credit.ts'
import { refundCapture, releaseHold } from '../drawdown/drawdown-holds.ts'
import type { Order } from '../model/order.ts'
import { countByBucket } from '../model/stock.ts'
import { refundOrder } from '../payments/refunds.ts'
import type { StoreTransaction } from '../ports/store.ts'

/**
 * Cancels an order: undelivered cards, coupon use and held or taken money go back, its cards leave the wallet (decision: orders).
 * A delivered card is known to its buyer, so it is never sold again. `isReturned`: the bank has taken its money back.
 */
export async function cancelOrder(
  tx: StoreTransaction,
  order: Order,
  at: number,
  isReturned = false,
): Promise<void> {
  const undelivered = order.units.filter((unit) => unit.fulfilledAt === null)
  for (const { bucket, count } of countByBucket(undelivered)) await tx.returnStock(bucket, count)
  await tx.deleteCouponUse(order.id)
  if (order.payment.paidBy === 'store-credit') await returnStoreCredit(tx, order, at)
  await refundOrder(tx, order, at, isReturned)
  if (order.hold === 'pending') await releaseHold(tx, order)
  if (order.hold === 'captured') await refundCapture(tx, order, at)
  // The issuer may have issued an undelivered card too: its response may have been lost.
  const task = { kind: 'void-cards', orderId: order.id } as const
  await tx.insertJob({ id: `void-cards/${order.id}`, task, dueAt: at })
  await tx.updateOrder(order.id, { status: 'Canceled', plan: [], hold: endOfHold[order.hold] })
}

const endOfHold = {
  none: 'none',
  pending: 'released',
  captured: 'refunded',
  released: 'released',
  refunded: 'refunded',
} as const satisfies Record<Order['hold'], Order['hold']>

async function returnStoreCredit(tx: StoreTransaction, order: Order, at: number): Promise<void> {
  const customer = await tx.findCustomer(order.customerId)
  if (customer === undefined) throw new Error(`Order ${order.id} has no customer`)
  await changeStoreCredit(tx, customer, {
    at,
    type: 'Refund',
    amountCents: order.dueCents,
    description: `Refund for order #${order.id}`,
    orderId: order.id,
  })
}
