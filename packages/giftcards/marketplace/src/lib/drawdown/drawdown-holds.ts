import type { DrawdownAccount } from '../model/ledger.ts'
import type { Order } from '../model/order.ts'
import type { StoreReader, StoreTransaction } from '../ports/store.ts'

/** Holds money of a customer's account for an order. Returns false, and changes nothing, where too little is available. */
export async function placeHold(
  tx: StoreTransaction,
  customerId: number,
  dueCents: number,
): Promise<boolean> {
  const account = await tx.findDrawdownAccount(customerId)
  if (account === undefined || account.balanceCents - account.pendingCents < dueCents) return false
  await tx.putDrawdownAccount({ ...account, pendingCents: account.pendingCents + dueCents })
  return true
}

/** Turns the hold of an order into a debit, with its ledger row (decision: drawdown). */
export async function captureHold(tx: StoreTransaction, order: Order, at: number): Promise<void> {
  const account = await accountOf(tx, order)
  const balanceCents = account.balanceCents - order.dueCents
  const pendingCents = account.pendingCents - order.dueCents
  const id = await tx.nextNumber('drawdownTransaction')
  await Promise.all([
    tx.putDrawdownAccount({ ...account, balanceCents, pendingCents }),
    tx.insertDrawdownTransaction({
      id,
      customerId: order.customerId,
      at,
      type: 'Purchase',
      amountCents: 0 - order.dueCents,
      balanceCents,
      description: `Order #${order.id}`,
      orderId: order.id,
    }),
  ])
}

/** Frees the hold of an order that was canceled before it was captured. */
export async function releaseHold(tx: StoreTransaction, order: Order): Promise<void> {
  const account = await accountOf(tx, order)
  await tx.putDrawdownAccount({ ...account, pendingCents: account.pendingCents - order.dueCents })
}

/** Gives captured money back, with its ledger row. */
export async function refundCapture(tx: StoreTransaction, order: Order, at: number): Promise<void> {
  const account = await accountOf(tx, order)
  const balanceCents = account.balanceCents + order.dueCents
  const id = await tx.nextNumber('drawdownTransaction')
  await Promise.all([
    tx.putDrawdownAccount({ ...account, balanceCents }),
    tx.insertDrawdownTransaction({
      id,
      customerId: order.customerId,
      at,
      type: 'Refund',
      amountCents: order.dueCents,
      balanceCents,
      description: `Refund for order #${order.id}`,
      orderId: order.id,
    }),
  ])
}

async function accountOf(tx: StoreReader, order: Order): Promise<DrawdownAccount> {
  const account = await tx.findDrawdownAccount(order.customerId)
  if (account === undefined)
    throw new Error(`Order ${order.id} holds money of an account that does not exist`)
  return account
}
