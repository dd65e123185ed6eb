import type { Customer } from '../model/accounts.ts'
import type { DrawdownAccount, DrawdownTransaction, StoreCreditTransaction } from '../model/ledger.ts'
import type { Order } from '../model/order.ts'
import type { SeedData, StoreReader, StoreTransaction } from '../ports/store.ts'

/** A new row of either ledger, without the fields computed on write. */
type LedgerEntry = Pick<StoreCreditTransaction, 'at' | 'type' | 'amountCents' | 'description' | 'orderId'>

/** Returns the row that debits the amount due of an order. */
export function purchaseEntry({ id, dueCents }: Pick<Order, 'id' | 'dueCents'>, at: number): LedgerEntry {
  return { at, type: 'Purchase', amountCents: 0 - dueCents, description: `Order #${id}`, orderId: id }
}

/** Returns the row that refunds the amount due of a canceled order. */
export function refundEntry({ id, dueCents }: Pick<Order, 'id' | 'dueCents'>, at: number): LedgerEntry {
  return { at, type: 'Refund', amountCents: dueCents, description: `Refund for order #${id}`, orderId: id }
}

/**
 * Holds money of an account, as found in this transaction, for an order. Returns false, and changes nothing, if the available
 * balance is too low.
 */
export async function placeHold(
  tx: StoreTransaction,
  account: DrawdownAccount,
  dueCents: number,
): Promise<boolean> {
  if (account.balanceCents - account.pendingCents < dueCents) return false
  await tx.putDrawdownAccount({ ...account, pendingCents: account.pendingCents + dueCents })
  return true
}

/** Turns the hold of an order into a debit (decision: drawdown). */
export async function captureHold(tx: StoreTransaction, order: Order, at: number): Promise<void> {
  const account = await accountOf(tx, order)
  const pendingCents = account.pendingCents - order.dueCents
  await changeDrawdown(tx, { ...account, pendingCents }, purchaseEntry(order, at))
}

/** Releases the hold of an order that was canceled before it was captured. */
export async function releaseHold(tx: StoreTransaction, order: Order): Promise<void> {
  const account = await accountOf(tx, order)
  await tx.putDrawdownAccount({ ...account, pendingCents: account.pendingCents - order.dueCents })
}

/** Refunds a captured hold. */
export async function refundCapture(tx: StoreTransaction, order: Order, at: number): Promise<void> {
  await changeDrawdown(tx, await accountOf(tx, order), refundEntry(order, at))
}

async function accountOf(tx: StoreReader, order: Order): Promise<DrawdownAccount> {
  const account = await tx.findDrawdownAccount(order.customerId)
  if (account === undefined)
    throw new Error(`Order ${order.id} holds money of an account that does not exist`)
  return account
}

/** Changes the balance of a drawdown account, as found in this transaction, and writes its ledger row. */
export async function changeDrawdown(
  tx: StoreTransaction,
  account: DrawdownAccount,
  entry: LedgerEntry & Pick<DrawdownTransaction, 'key'>,
): Promise<DrawdownTransaction> {
  const { customerId } = account
  const balanceCents = account.balanceCents + entry.amountCents
  const row = { ...entry, id: await tx.nextNumber('drawdownTransaction'), customerId, balanceCents }
  await Promise.all([tx.putDrawdownAccount({ ...account, balanceCents }), tx.insertDrawdownTransaction(row)])
  return row
}

/** Changes the store credit of a customer, as found in this transaction, and writes its ledger row; nothing else may change it. */
export async function changeStoreCredit(
  tx: StoreTransaction,
  { id: customerId, storeCreditCents }: Pick<Customer, 'id' | 'storeCreditCents'>,
  entry: LedgerEntry,
): Promise<void> {
  const [last] = await tx.listStoreCreditTransactions(customerId, 1)
  const position = (last?.position ?? 0) + 1
  const balanceCents = storeCreditCents + entry.amountCents
  await Promise.all([
    tx.updateCustomer(customerId, { storeCreditCents: balanceCents }),
    tx.insertStoreCreditTransaction({ ...entry, customerId, position, balanceCents }),
  ])
}

/** Returns the opening ledger rows of customers who have store credit when a store is seeded. */
export function openingRows({ customers, openedAt = 0 }: SeedData): readonly StoreCreditTransaction[] {
  return customers
    .filter(({ storeCreditCents }) => storeCreditCents > 0)
    .map(({ id, storeCreditCents }) => ({
      customerId: id,
      position: 1,
      at: openedAt,
      type: 'Adjustment',
      amountCents: storeCreditCents,
      balanceCents: storeCreditCents,
      description: 'Opening balance',
      orderId: null,
    }))
}
