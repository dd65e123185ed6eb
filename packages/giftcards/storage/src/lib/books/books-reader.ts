import {
  type BooksReader,
  type CartOwner,
  type CouponUsePlace,
  type LedgerKind,
  type LedgerRow,
  ownerText,
} from '@giftcards/marketplace'
import { type RawBuilder, sql } from 'kysely'
import { type Database, tableColumns } from '../schema/database.ts'
import { fromCartRow } from '../tables/carts.ts'
import { readCoupons } from '../tables/coupons.ts'
import { type Db, inChunks, isId, limitOf } from '../tables/db.ts'
import { fromAccountRow } from '../tables/ledger.ts'
import { fromOrderRow } from '../tables/orders.ts'
import { fromPaymentRow } from '../tables/payments.ts'
import { readStock } from '../tables/stock.ts'

interface Page<Key> {
  readonly after: Key
  readonly limit: number
}

/** The keys of a page: after one key, up to another. */
interface Range<Key> {
  readonly after: Key
  readonly last: Key
}

/**
 * The amount that orders of a customer hold of the account: orders with a step to come, or orders without. Each has an index of
 * its own.
 */
const heldCents = (db: Db, hasStep: boolean) =>
  db
    .selectFrom('orders')
    .select(sql`sum(due_cents)`.as('held'))
    .whereRef('orders.customer_id', '=', sql.ref('customers.id'))
    .where('hold', '=', sql.lit('pending' as const))
    .where('next_step_at', hasStep ? 'is not' : 'is', null)

const customersAfter = (db: Db, { after, limit }: Page<number>) =>
  db
    .selectFrom('customers')
    .leftJoin('drawdown_accounts', 'drawdown_accounts.customer_id', 'customers.id')
    .select([
      'customers.id',
      'store_credit_cents',
      'customer_id',
      'balance_cents',
      'pending_cents',
      'is_active',
      // PostgreSQL's sum is a decimal number, which `pg` reads as text.
      sql<number>`cast(coalesce(${heldCents(db, true)}, 0) + coalesce(${heldCents(db, false)}, 0) as bigint)`.as(
        'held_cents',
      ),
    ])
    .where('customers.id', '>', after)
    .orderBy('customers.id')
    .limit(limitOf(limit))

const cartsAfter = (db: Db, { after, limit }: Page<string>) =>
  db
    .selectFrom('carts')
    .select(tableColumns.carts)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limitOf(limit))

const linesOfCarts = (db: Db, { after, last }: Range<string>) =>
  db
    .selectFrom('cart_lines')
    .select(tableColumns.cart_lines)
    .where('cart_id', '>', after)
    .where('cart_id', '<=', last)
    .orderBy('cart_id')
    .orderBy('position')

const ordersAfter = (db: Db, { after, limit }: Page<number>) =>
  db
    .selectFrom('orders')
    .select(tableColumns.orders)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limitOf(limit))

const unitsOfOrders = (db: Db, { after, last }: Range<number>) =>
  db
    .selectFrom('order_units')
    .select(tableColumns.order_units)
    .where('order_id', '>', after)
    .where('order_id', '<=', last)
    .orderBy('order_id')
    .orderBy('position')

const paymentsAfter = (db: Db, { after, limit }: Page<string>) =>
  db
    .selectFrom('payments')
    .select(tableColumns.payments)
    .where('reference', '>', after)
    .orderBy('reference')
    .limit(limitOf(limit))

const usesAfter = (db: Db, { after, limit }: Page<CouponUsePlace>) =>
  db
    .selectFrom('coupon_uses')
    .select((eb) => [
      'coupon_id',
      'customer_id',
      eb.fn.countAll<number>().as('uses'),
      eb
        .selectFrom('coupons')
        .select('uses_per_account')
        .whereRef('coupons.id', '=', 'coupon_uses.coupon_id')
        .as('uses_per_account'),
      eb
        .selectFrom('coupons')
        .select('uses_in_total')
        .whereRef('coupons.id', '=', 'coupon_uses.coupon_id')
        .as('uses_in_total'),
    ])
    .where(sql<boolean>`(coupon_id, customer_id) > (${after.couponId}, ${after.customerId})`)
    .groupBy(['coupon_id', 'customer_id'])
    .orderBy('coupon_id')
    .orderBy('customer_id')
    .limit(limitOf(limit))

interface LedgerColumns extends Omit<Database['store_credit_transactions'], 'position'> {
  readonly number: number
}

/** The rows of either ledger, with the same columns. */
const ledgers: Readonly<Record<LedgerKind, RawBuilder<LedgerColumns>>> = {
  drawdown: sql`(select *, id as number from drawdown_transactions)`,
  'store-credit': sql`(select *, position as number from store_credit_transactions)`,
}

const selectLedger = (kind: LedgerKind): RawBuilder<LedgerColumns> => sql`
  select customer_id, number, booked_at, transaction_type, amount_cents, balance_cents, description, order_id
  from ${ledgers[kind]} as ledger`

const ledgerAfter = (kind: LedgerKind, { after, limit }: Page<Pick<LedgerRow, 'customerId' | 'number'>>) =>
  sql<LedgerColumns>`${selectLedger(kind)}
        where (customer_id, number) > (${after.customerId}, ${after.number})
        order by customer_id, number limit ${limitOf(limit)}`

const ledgerAfterOrder = (kind: LedgerKind, { after, limit }: Page<Pick<LedgerRow, 'orderId' | 'type'>>) =>
  sql<LedgerColumns>`${selectLedger(kind)}
        where order_id is not null and (order_id, transaction_type) > (${after.orderId}, ${after.type})
        order by order_id, transaction_type limit ${limitOf(limit)}`

const sharedCards = (db: Db, { limit }: { readonly limit: number }) =>
  db
    .selectFrom('order_units')
    .select(({ fn }) => ['id', fn.min<number>('order_id').as('first'), fn.max<number>('order_id').as('last')])
    .groupBy('id')
    .having(({ fn }) => fn.countAll(), '>', sql.lit(1))
    .orderBy('id')
    .limit(limitOf(limit))

const customersOf = (db: Db, keys: readonly number[]) =>
  db.selectFrom('customers').select('id').where('id', 'in', keys)

const couponsOf = (db: Db, keys: readonly string[]) =>
  db.selectFrom('coupons').select('code').where('code', 'in', keys)

const cartsOf = (db: Db, keys: readonly string[]) =>
  db
    .selectFrom('carts')
    .select(['id', 'owner_kind', 'owner_id'])
    // Customers and sessions at once: an id that is both finds one cart more, which the caller ignores.
    .where('owner_kind', 'in', [sql.lit('customer' as const), sql.lit('session' as const)])
    .where('owner_id', 'in', keys)

const unitsOf = (db: Db, keys: readonly number[]) =>
  db.selectFrom('order_units').select(['id', 'order_id']).where('id', 'in', keys)

const ordersByNumber = (db: Db, keys: readonly number[]) =>
  db.selectFrom('orders').select('id').where('id', 'in', keys)

const ordersByUuid = (db: Db, keys: readonly string[]) =>
  db.selectFrom('orders').select('order_id').where('order_id', 'in', keys)

const beforeAll = Number.MIN_SAFE_INTEGER

/** Reads the books for an audit: each list by an index, a page at a time. */
export function createBooksReader(db: Db): BooksReader {
  return {
    listStock: () => readStock(db).listStock(),
    async listCustomers(after, limit) {
      const rows = await customersAfter(db, { after, limit }).execute()
      return rows.map(({ id, store_credit_cents, held_cents, ...account }) => ({
        id,
        storeCreditCents: store_credit_cents,
        drawdown: hasAccount(account) ? fromAccountRow(account) : undefined,
        heldCents: held_cents ?? 0,
      }))
    },
    async listCarts(after, limit) {
      const rows = await cartsAfter(db, { after, limit }).execute()
      const last = rows.at(-1)?.id
      const lines = last === undefined ? [] : await linesOfCarts(db, { after, last }).execute()
      const linesOf = Map.groupBy(lines, (line) => line.cart_id)
      return rows.map((row) => fromCartRow(row, linesOf.get(row.id) ?? []))
    },
    async listOrders(after, limit) {
      const rows = await ordersAfter(db, { after, limit }).execute()
      const last = rows.at(-1)?.id
      const units = last === undefined ? [] : await unitsOfOrders(db, { after, last }).execute()
      const unitsOfOrder = Map.groupBy(units, (unit) => unit.order_id)
      return rows.map((row) => fromOrderRow(row, unitsOfOrder.get(row.id) ?? []))
    },
    listPayments: async (after, limit) =>
      (await paymentsAfter(db, { after, limit }).execute()).map(fromPaymentRow),
    listCouponUses: (after, limit) => readCoupons(db).listCouponUses(after, limit),
    async countCouponUses(after = { couponId: beforeAll, customerId: 0 }, limit) {
      const rows = await usesAfter(db, { after, limit }).execute()
      return rows.map((row) => ({
        couponId: row.coupon_id,
        customerId: row.customer_id,
        uses: row.uses,
        usesPerAccount: row.uses_per_account,
        usesInTotal: row.uses_in_total,
      }))
    },
    async listLedger(kind, row, limit) {
      const after = row ?? { customerId: beforeAll, number: 0 }
      return (await ledgerAfter(kind, { after, limit }).execute(db)).rows.map(fromLedgerRow)
    },
    async listLedgerByOrder(kind, row, limit) {
      const after = row ?? { orderId: beforeAll, type: 'Adjustment' as const }
      return (await ledgerAfterOrder(kind, { after, limit }).execute(db)).rows.map(fromLedgerRow)
    },
    async listSharedCards(limit) {
      const rows = await sharedCards(db, { limit }).execute()
      return rows.map(({ id, first, last }) => ({ cardId: id, orderIds: [first, last] }))
    },

    findCustomers: async (ids) =>
      new Set((await allOf(ids.filter(isId), (keys) => customersOf(db, keys).execute())).map(({ id }) => id)),
    findCoupons: async (codes) =>
      new Set((await allOf(codes, (keys) => couponsOf(db, keys).execute())).map(({ code }) => code)),
    async findCartsOf(owners) {
      const ids = owners.map(ownerIdOf)
      const rows = await allOf(ids, (keys) => cartsOf(db, keys).execute())
      return new Map(rows.map(({ id, owner_kind, owner_id }) => [`${owner_kind}/${owner_id}`, id]))
    },
    async findOrdersOfCards(cardIds) {
      const rows = await allOf(cardIds.filter(isId), (keys) => unitsOf(db, keys).execute())
      return new Map(rows.map(({ id, order_id }) => [id, order_id]))
    },
    async findOrderNames(numbers, uuids) {
      const byNumber = await allOf(numbers.filter(isId), (keys) => ordersByNumber(db, keys).execute())
      const byUuid = await allOf(uuids, (keys) => ordersByUuid(db, keys).execute())
      return new Set([...byNumber.map(({ id }) => id), ...byUuid.map(({ order_id }) => order_id)])
    },
  }
}

/** Looks keys up, each once, as many at a time as one statement may name. */
async function allOf<Key, Row>(
  keys: readonly Key[],
  ask: (keys: readonly Key[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  return (await inChunks([...new Set(keys)], ask)).flat()
}

function hasAccount(row: {
  readonly [Column in keyof Database['drawdown_accounts']]: number | null
}): row is Database['drawdown_accounts'] {
  return row.customer_id !== null
}

const ownerIdOf = (owner: CartOwner): string => ownerText(owner).slice(owner.kind.length + 1)

function fromLedgerRow(row: LedgerColumns): LedgerRow {
  return {
    customerId: row.customer_id,
    number: row.number,
    at: row.booked_at,
    type: row.transaction_type,
    amountCents: row.amount_cents,
    balanceCents: row.balance_cents,
    description: row.description,
    orderId: row.order_id,
  }
}
