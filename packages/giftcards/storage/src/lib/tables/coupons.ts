import type { Coupon, SeedData, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { fromFlag, fromJson, toFlag, toJson } from '../schema/columns.ts'
import { type Database, tableColumns } from '../schema/database.ts'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { type Db, limitOf } from './db.ts'
import { insertOf, nextId, updateOf } from './row-statements.ts'

const selectCoupons = (db: Db) => db.selectFrom('coupons').select(tableColumns.coupons)

const couponByCode = statement((db, { code }: { readonly code: string }) =>
  selectCoupons(db).where('code', '=', code),
)

const allCoupons = statement((db) => selectCoupons(db).orderBy('id'))

const usesOf = statement((db, { couponId }: { readonly couponId: number }) =>
  db.selectFrom('coupons').select('uses').where('id', '=', couponId),
)

const usesBy = statement(
  (db, { couponId, customerId }: { readonly couponId: number; readonly customerId: number }) =>
    db
      .selectFrom('coupon_uses')
      .select((eb) => eb.fn.countAll<number>().as('uses'))
      .where('coupon_id', '=', couponId)
      .where('customer_id', '=', customerId),
)

const usesAfter = statement((db, { after, limit }: { readonly after: number; readonly limit: number }) =>
  db
    .selectFrom('coupon_uses')
    .select(tableColumns.coupon_uses)
    .where('order_id', '>', after)
    .orderBy('order_id')
    .limit(limitOf(limit)),
)

/** Finds coupons and counts their uses. */
export function readCoupons(session: Session) {
  return {
    async findCoupon(code) {
      const row = await session.first(couponByCode, { code })
      return row && fromCouponRow(row)
    },
    listCoupons: async () => (await session.all(allCoupons, {})).map(fromCouponRow),
    countCouponUses: async (couponId) => (await session.first(usesOf, { couponId }))?.uses ?? 0,
    countCouponUsesBy: async (couponId, customerId) =>
      (await session.first(usesBy, { couponId, customerId }))?.uses ?? 0,
    listCouponUses: async (after, limit) =>
      (await session.all(usesAfter, { after, limit })).map((row) => ({
        orderId: row.order_id,
        couponId: row.coupon_id,
        customerId: row.customer_id,
      })),
  } satisfies Partial<StoreReader>
}

const insertCoupons = insertOf('coupons')

const updateCoupon = updateOf('coupons', ['expires'])

const insertUses = insertOf('coupon_uses')

const deleteUse = statement((db, { orderId }: { readonly orderId: number }) =>
  db.deleteFrom('coupon_uses').where('order_id', '=', orderId).returning('coupon_id'),
)

const limitOfUses = statement((db, { couponId }: { readonly couponId: number }) =>
  db.selectFrom('coupons').select('uses_in_total').where('id', '=', couponId),
)

/** Checks and increments in one statement, which is correct at any isolation level. */
const countUse = statement((db, { couponId }: { readonly couponId: number }) =>
  db
    .updateTable('coupons')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', couponId)
    .whereRef('uses', '<', 'uses_in_total'),
)

const uncountUse = statement((db, { couponId }: { readonly couponId: number }) =>
  db
    .updateTable('coupons')
    .set((eb) => ({ uses: eb('uses', '-', 1) }))
    .where('id', '=', couponId)
    .where('uses_in_total', 'is not', null),
)

/**
 * Changes coupons, and records their uses, one per order. Only a coupon with a limit counts its uses, so only its row
 * is changed by many transactions.
 */
export function writeCoupons(session: Session) {
  return {
    async insertCoupon(coupon) {
      const id = await nextId(session, 'coupons')
      await insertCoupons(session, [toCouponRow({ ...coupon, id })])
      return id
    },
    updateCoupon: (id, { expires }) => updateCoupon(session, id, { expires }),
    async insertCouponUse(couponId, customerId, orderId) {
      const coupon = await session.first(limitOfUses, { couponId })
      const isLimited = coupon !== undefined && coupon.uses_in_total !== null
      if (isLimited && (await session.run(countUse, { couponId })) === 0) return false
      await insertUses(session, [{ order_id: orderId, coupon_id: couponId, customer_id: customerId }])
      return true
    },
    async deleteCouponUse(orderId) {
      const deleted = await session.first(deleteUse, { orderId })
      if (deleted !== undefined) await session.run(uncountUse, { couponId: deleted.coupon_id })
    },
  } satisfies Partial<StoreTransaction>
}

/** Begins to insert the coupons of a seed. */
export function seedCoupons(session: Session, { coupons }: SeedData): Promise<void> {
  return insertCoupons(session, coupons.map(toCouponRow))
}

function toCouponRow(coupon: Coupon): Database['coupons'] {
  const { id, code, amount, description, expires } = coupon
  return {
    id,
    code,
    amount,
    description,
    expires,
    coupon_type: coupon.type,
    starts_at: coupon.startsAt,
    merchant_ids: toJson(coupon.merchantIds),
    card_types: toJson(coupon.cardTypes),
    elite_only: toFlag(coupon.eliteOnly),
    minimum_subtotal_cents: coupon.minimumSubtotalCents,
    uses_per_account: coupon.usesPerAccount,
    uses_in_total: coupon.usesInTotal,
    uses: 0,
  }
}

function fromCouponRow(row: Database['coupons']): Coupon {
  const { id, code, amount, description, expires } = row
  return {
    id,
    code,
    amount,
    description,
    expires,
    type: row.coupon_type,
    startsAt: row.starts_at,
    merchantIds: fromJson(row.merchant_ids),
    cardTypes: fromJson(row.card_types),
    eliteOnly: fromFlag(row.elite_only),
    minimumSubtotalCents: row.minimum_subtotal_cents,
    usesPerAccount: row.uses_per_account,
    usesInTotal: row.uses_in_total,
  }
}
