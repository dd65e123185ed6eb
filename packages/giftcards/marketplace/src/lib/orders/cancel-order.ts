import { refundCapture, releaseHold } from '../drawdown/capture-hold.ts'
import type { Order } from '../model/order.ts'
import type { StoreTransaction } from '../ports/store.ts'

/** Cancels an order: stock, coupon use and held or taken money go back, its cards leave the wallet (decision: orders). */
export async function cancelOrder(tx: StoreTransaction, order: Order, at: number): Promise<void> {
  for (const unit of order.units) await tx.returnStock(unit, 1)
  await tx.deleteCouponUse(order.id)
  if (order.payment.paidBy === 'store-credit') await returnStoreCredit(tx, order)
  if (order.hold === 'pending') await releaseHold(tx, order)
  if (order.hold === 'captured') await refundCapture(tx, order, at)
  await tx.updateOrder(order.id, { status: 'Canceled', plan: [], hold: endOfHold[order.hold] })
}

const endOfHold = {
  none: 'none',
  pending: 'released',
  captured: 'refunded',
  released: 'released',
  refunded: 'refunded',
} as const satisfies Record<Order['hold'], Order['hold']>

async function returnStoreCredit(tx: StoreTransaction, order: Order): Promise<void> {
  const customer = await tx.findCustomer(order.customerId)
  if (customer === undefined) throw new Error(`Order ${order.id} has no customer`)
  await tx.updateCustomer(customer.id, { storeCreditCents: customer.storeCreditCents + order.dueCents })
}
