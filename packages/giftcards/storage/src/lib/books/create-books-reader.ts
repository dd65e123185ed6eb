import type { Cart, CartOwner, Order, StoreReader } from '@giftcards/marketplace'
import type { Selectable } from 'kysely'
import type { Database } from '../schema/database.ts'
import { createKyselySession } from '../statements/kysely-session.ts'
import { fromCartRow } from '../tables/cart-rows.ts'
import { fromCouponRow } from '../tables/coupons.ts'
import { type Db, isId } from '../tables/db.ts'
import { fromAccountRow, fromTransactionRow } from '../tables/drawdown.ts'
import { fromOrderRow } from '../tables/order-rows.ts'
import { fromPaymentRow } from '../tables/payments.ts'
import { createReader } from '../tables/reader.ts'
import { inBatches } from './in-batches.ts'

/**
 * What an audit reads. It asks for a page of things at once, and is answered by one statement or two for each kind of
 * thing, not for each thing: a statement is a message to another machine and back.
 */
export function createBooksReader(db: Db): StoreReader {
  const findCartOf = inBatches((owners: readonly string[]) => findCartsOf(db, owners))
  const listLedger = inBatches((customerIds: readonly number[]) => listLedgers(db, customerIds))
  return {
    ...createReader(createKyselySession(db)),
    findCart: inBatches(async (ids) => {
      const rows = await db.selectFrom('carts').selectAll().where('id', 'in', ids).execute()
      return indexed(await withLines(db, rows), (cart) => cart.id)
    }),
    findCartOf: (owner) => findCartOf(ownerKey(owner)),
    findCoupon: inBatches(async (codes) => {
      const rows = await db.selectFrom('coupons').selectAll().where('code', 'in', codes).execute()
      return indexed(rows.map(fromCouponRow), (coupon) => coupon.code)
    }),
    findOrder: inBatches(async (ids: readonly number[]) => {
      const known = ids.filter(isId)
      if (known.length === 0) return new Map<number, Order>()
      const rows = await db.selectFrom('orders').selectAll().where('id', 'in', known).execute()
      return indexed(await withUnits(db, rows), (order) => order.id)
    }),
    findOrderByOrderId: inBatches(async (orderIds) => {
      const rows = await db.selectFrom('orders').selectAll().where('order_id', 'in', orderIds).execute()
      return indexed(await withUnits(db, rows), (order) => order.orderId)
    }),
    findPayment: inBatches(async (references) => {
      const rows = await db.selectFrom('payments').selectAll().where('reference', 'in', references).execute()
      return indexed(rows.map(fromPaymentRow), (payment) => payment.reference)
    }),
    findDrawdownAccount: inBatches(async (customerIds) => {
      const accounts = db.selectFrom('drawdown_accounts').selectAll().where('customer_id', 'in', customerIds)
      return indexed((await accounts.execute()).map(fromAccountRow), (account) => account.customerId)
    }),
    listDrawdownTransactions: async (customerId, limit) =>
      (await listLedger(customerId))?.slice(0, limit) ?? [],
  }
}

/** By their keys; of two with one key the first. */
function indexed<Key, Value>(
  values: readonly Value[],
  keyOf: (value: Value) => Key,
): ReadonlyMap<Key, Value> {
  return new Map(values.toReversed().map((value) => [keyOf(value), value]))
}

async function withUnits(db: Db, rows: readonly Selectable<Database['orders']>[]): Promise<readonly Order[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const units = db.selectFrom('order_units').selectAll().where('order_id', 'in', ids)
  const unitsOf = Map.groupBy(await units.orderBy('position').execute(), (unit) => unit.order_id)
  return rows.map((row) => fromOrderRow(row, unitsOf.get(row.id) ?? []))
}

async function withLines(db: Db, rows: readonly Selectable<Database['carts']>[]): Promise<readonly Cart[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const lines = db.selectFrom('cart_lines').selectAll().where('cart_id', 'in', ids)
  const linesOf = Map.groupBy(await lines.orderBy('position').execute(), (line) => line.cart_id)
  return rows.map((row) => fromCartRow(row, linesOf.get(row.id) ?? []))
}

/** Carts by the keys of their owners. */
async function findCartsOf(db: Db, owners: readonly string[]): Promise<ReadonlyMap<string, Cart>> {
  // Customers and sessions together: a number that is both finds a cart more, which nobody has asked for.
  const ownerIds = owners.map((owner) => owner.slice(owner.indexOf('/') + 1))
  const rows = await db
    .selectFrom('carts')
    .selectAll()
    .where('owner_kind', 'in', ['customer', 'session'])
    .where('owner_id', 'in', ownerIds)
    .execute()
  return indexed(await withLines(db, rows), (cart) => ownerKey(cart.owner))
}

function ownerKey(owner: CartOwner): string {
  return owner.kind === 'customer' ? `customer/${owner.customerId}` : `session/${owner.sessionId}`
}

async function listLedgers(db: Db, customerIds: readonly number[]) {
  const rows = db.selectFrom('drawdown_transactions').selectAll().where('customer_id', 'in', customerIds)
  const newestFirst = await rows.orderBy('id', 'desc').execute()
  return Map.groupBy(newestFirst.map(fromTransactionRow), (row) => row.customerId)
}
