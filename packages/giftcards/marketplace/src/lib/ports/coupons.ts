import type { Coupon } from '../model/coupon.ts'

/** Reads coupons and their uses. */
export interface CouponsReader {
  /** `code` in canonical upper case. */
  findCoupon(code: string): Promise<Coupon | undefined>
  /** By id. */
  listCoupons(): Promise<readonly Coupon[]>

  /** Uses that were not given back; 0 where the coupon has no limit in total. */
  countCouponUses(couponId: number): Promise<number>
  countCouponUsesBy(couponId: number, customerId: number): Promise<number>
  /** Uses that were not given back, of orders with `orderId > after`, by order. */
  listCouponUses(after: number, limit: number): Promise<readonly CouponUse[]>
}

/** Writes coupons and their uses. */
export interface CouponsWriter {
  /** Inserts a coupon under the next id, and returns that id. Throws where the code is taken. */
  insertCoupon(coupon: Omit<Coupon, 'id'>): Promise<number>
  updateCoupon(id: number, change: Pick<Coupon, 'expires'>): Promise<void>

  /** Returns whether the coupon had a use left; where not, nothing changes. Atomic. */
  insertCouponUse(couponId: number, customerId: number, orderId: number): Promise<boolean>
  /** Gives the use of this order back. */
  deleteCouponUse(orderId: number): Promise<void>
}

/** One use of a coupon, by an order or by a pending payment for it. */
export interface CouponUse {
  readonly orderId: number
  readonly couponId: number
  readonly customerId: number
}
