import type { CardType } from './stock.ts'

/** A coupon as the operator defined it. */
export interface Coupon {
  readonly id: number
  /** Canonical: trimmed upper case. */
  readonly code: string
  /** `P` percentage off, `F` fixed store credit, `S` promo credit (spec 2.5). */
  readonly type: 'P' | 'F' | 'S'
  /** Basis points for `P`, cents for `F` and `S`. */
  readonly amount: number
  readonly description: string
  /** First moment it may be used, milliseconds since the epoch; `null`: at once. */
  readonly startsAt: number | null
  /** Last day of validity, `MM/DD/YYYY`, through 23:59:59.999 UTC. */
  readonly expires: string
  /** Merchants it is restricted to; `null`: all. */
  readonly merchantIds: readonly number[] | null
  readonly cardTypes: readonly CardType[] | null
  readonly eliteOnly: boolean
  readonly minimumSubtotalCents: number
  readonly usesPerAccount: number | null
  readonly usesInTotal: number | null
}

/** A coupon's effect on one line (spec 2.5, `cards`). */
export interface CouponLine {
  readonly lineId: string
  readonly perCardDiscountCents: number
  readonly discountCents: number
}

/** A coupon's effect on one basket (spec 2.5). */
export interface AppliedCoupon {
  readonly coupon: Coupon
  readonly discountCents: number
  /** Uses by this account, including this one. */
  readonly usage: number
  /** Only lines with a discount. */
  readonly lines: readonly CouponLine[]
}

/** Reads coupons and their uses. */
export interface CouponsReader {
  /** `code` in canonical upper case. */
  findCoupon(code: string): Promise<Coupon | undefined>
  /** By id. */
  listCoupons(): Promise<readonly Coupon[]>

  /** Uses that were not returned; 0 if the coupon has no total limit. */
  countCouponUses(couponId: number): Promise<number>
  countCouponUsesBy(couponId: number, customerId: number): Promise<number>
}

/** Writes coupons and their uses. */
export interface CouponsWriter {
  /** Inserts a coupon under the next id, and returns that id. Throws if the code is in use. */
  insertCoupon(coupon: Omit<Coupon, 'id'>): Promise<number>
  updateCoupon(id: number, change: Pick<Coupon, 'expires'>): Promise<void>

  /** Returns whether the coupon had a use left; if not, changes nothing. Atomic. */
  insertCouponUse(couponId: number, customerId: number, orderId: number): Promise<boolean>
  /** Gives back the use of this order. */
  deleteCouponUse(orderId: number): Promise<void>
}
