import type { Coupon, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import type { Insertable } from 'kysely'
import { fromFlag, fromJson, toFlag, toJson } from '../schema/columns.ts'
import type { Database } from '../schema/database.ts'
import type { Db } from './db.ts'

/** Finds coupons and counts their uses. */
export function readCoupons(
  db: Db,
): Pick<StoreReader, 'findCoupon' | 'countCouponUses' | 'countCouponUsesBy' | 'listCouponUses'> {
  const usesOf = (couponId: number) =>
    db
      .selectFrom('coupon_uses')
      .select((eb) => eb.fn.countAll<number>().as('uses'))
      .where('coupon_id', '=', couponId)
  return {
    async findCoupon(code) {
      const row = await db.selectFrom('coupons').selectAll().where('code', '=', code).executeTakeFirst()
      return row && fromCouponRow(row)
    },
    countCouponUses: async (couponId) => (await usesOf(couponId).executeTakeFirstOrThrow()).uses,
    async countCouponUsesBy(couponId, customerId) {
      const count = usesOf(couponId).where('customer_id', '=', customerId)
      return (await count.executeTakeFirstOrThrow()).uses
    },
    async listCouponUses(after, limit) {
      const uses = db.selectFrom('coupon_uses').selectAll().where('order_id', '>', after)
      const rows = await uses.orderBy('order_id').limit(limit).execute()
      return rows.map((row) => ({
        orderId: row.order_id,
        couponId: row.coupon_id,
        customerId: row.customer_id,
      }))
    },
  }
}

/** Records the uses of coupons, one per order. */
export function writeCoupons(db: Db): Pick<StoreTransaction, 'insertCouponUse' | 'deleteCouponUse'> {
  return {
    async insertCouponUse(couponId, customerId, orderId) {
      const row = { order_id: orderId, coupon_id: couponId, customer_id: customerId }
      await db.insertInto('coupon_uses').values(row).execute()
    },
    async deleteCouponUse(orderId) {
      await db.deleteFrom('coupon_uses').where('order_id', '=', orderId).execute()
    },
  }
}

/** A coupon as a row. */
export function toCouponRow(coupon: Coupon): Insertable<Database['coupons']> {
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
  }
}

/** A coupon from its row. */
export function fromCouponRow(row: Database['coupons']): Coupon {
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
