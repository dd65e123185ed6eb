import { sql } from 'kysely'
import type { Db } from '../tables/db.ts'

interface Excess {
  readonly id: number
  readonly customer_id: number | null
  readonly uses: number
  readonly allowed: number
}

/** Coupons that were used more often than they may be (decision: coupons). */
export async function checkCouponLimits(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<Excess>`
    select coupons.id, null as customer_id, count(*) as uses, uses_in_total as allowed
    from coupon_uses join coupons on coupons.id = coupon_id
    group by coupons.id, uses_in_total having count(*) > uses_in_total
    union all
    select coupons.id, customer_id, count(*), uses_per_account
    from coupon_uses join coupons on coupons.id = coupon_id
    group by coupons.id, customer_id, uses_per_account having count(*) > uses_per_account
    order by 1, 2`.execute(db)
  return rows.map(({ id, customer_id, uses, allowed }) => {
    const by = customer_id === null ? 'in total' : `by customer ${customer_id}`
    return `Coupon ${id} is used ${uses} times ${by}, ${allowed} allowed`
  })
}
