import type { SeedData, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { rowsOf } from '../schema/database.ts'
import type { AuditLog } from './audit-log.ts'
import { compiled, type Param } from './compiled.ts'
import { assertFound, type Db, inChunks } from './db.ts'

const coupons = rowsOf('coupons', 'uses')

const selectCoupons = (db: Db) => db.selectFrom('coupons').select(coupons.columns)

const couponByCode = compiled((db, param: Param<{ readonly code: string }>) =>
  selectCoupons(db).where('code', '=', param('code')),
)

const usesOf = compiled((db, param: Param<{ readonly couponId: number }>) =>
  db.selectFrom('coupons').select(['uses', 'uses_in_total']).where('id', '=', param('couponId')),
)

const usesBy = compiled((db, param: Param<{ readonly couponId: number; readonly customerId: number }>) =>
  db
    .selectFrom('coupon_uses')
    .select((eb) => eb.fn.countAll<number>().as('uses'))
    .where('coupon_id', '=', param('couponId'))
    .where('customer_id', '=', param('customerId')),
)

/** Finds coupons and counts their uses. */
export function readCoupons(db: Db) {
  return {
    findCoupon: async (code) => (await couponByCode(db, { code })).rows.map(coupons.fromRow)[0],
    listCoupons: async () => (await selectCoupons(db).orderBy('id').execute()).map(coupons.fromRow),
    countCouponUses: async (couponId) => (await usesOf(db, { couponId })).rows[0]?.uses ?? 0,
    countCouponUsesBy: async (couponId, customerId) =>
      (await usesBy(db, { couponId, customerId })).rows[0]?.uses ?? 0,
  } satisfies Partial<StoreReader>
}

/**
 * Changes coupons, and records their uses, one per order. Only a coupon with a limit counts its uses, so only its row
 * is changed by many transactions.
 */
export function writeCoupons(db: Db, audit: AuditLog) {
  return {
    async insertCoupon(coupon) {
      const { highest } = await db
        .selectFrom('coupons')
        .select((eb) => eb.fn.max('id').as('highest'))
        .executeTakeFirstOrThrow()
      // If two transactions draw the same id, one of them is rolled back and retried.
      const id = (highest ?? 0) + 1
      await db
        .insertInto('coupons')
        .values({ ...coupons.toRow({ ...coupon, id }), uses: 0 })
        .execute()
      await audit.append([{ kind: 'coupon.added', couponId: id, code: coupon.code }])
      return id
    },
    async updateCoupon(id, { expires }) {
      const update = db.updateTable('coupons').set({ expires }).where('id', '=', id).execute()
      await audit.append([{ kind: 'coupon.changed', couponId: id, expires }], update)
      assertFound(await update, 'coupon', id)
    },
    async insertCouponUse(couponId, customerId, orderId) {
      const [coupon] = (await usesOf(db, { couponId })).rows
      if (coupon !== undefined && coupon.uses_in_total !== null) {
        // Checks and increments in one statement, which is correct at any isolation level.
        const { numUpdatedRows } = await db
          .updateTable('coupons')
          .set((eb) => ({ uses: eb('uses', '+', 1) }))
          .where('id', '=', couponId)
          .whereRef('uses', '<', 'uses_in_total')
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
      }
      await db
        .insertInto('coupon_uses')
        .values({ order_id: orderId, coupon_id: couponId, customer_id: customerId })
        .execute()
      return true
    },
    async deleteCouponUse(orderId) {
      const deleted = await db
        .deleteFrom('coupon_uses')
        .where('order_id', '=', orderId)
        .returning('coupon_id')
        .executeTakeFirst()
      if (deleted === undefined) return
      await db
        .updateTable('coupons')
        .set((eb) => ({ uses: eb('uses', '-', 1) }))
        .where('id', '=', deleted.coupon_id)
        .where('uses_in_total', 'is not', null)
        .execute()
    },
  } satisfies Partial<StoreTransaction>
}

/** Begins to insert the coupons of a seed. */
export function seedCoupons(db: Db, data: SeedData) {
  const unused = data.coupons.map((coupon) => ({ ...coupons.toRow(coupon), uses: 0 }))
  return inChunks(unused, (rows) => db.insertInto('coupons').values(rows).execute())
}
