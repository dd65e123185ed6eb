import { canonicalCode, expiryOf } from '../coupons/coupons.ts'
import type { Coupon } from '../model/coupon.ts'
import type { Merchant, StockBucket, StockKey } from '../model/stock.ts'
import type { Store } from '../ports/store.ts'
import { done } from '../refusal.ts'
import { objection, type OperatorOutcome } from './operator-store.ts'

/** A bucket of stock with the merchant of its cards. */
export interface StockView {
  readonly bucket: StockBucket
  readonly merchant: Merchant
}

/** Adds a merchant whose cards can then be stocked. */
export function addMerchant(store: Store, merchant: Merchant): Promise<OperatorOutcome<Merchant>> {
  return store.transaction(async (tx) => {
    if ((await tx.findMerchants([merchant.id])).size > 0)
      return objection(`A merchant ${merchant.id} already exists`)
    await tx.putMerchant(merchant)
    return done(merchant)
  })
}

/** Sets the number of cards in a bucket; creates a missing bucket. */
export function setStock(store: Store, key: StockKey, onHand: number): Promise<OperatorOutcome<StockView>> {
  return store.transaction(async (tx) => {
    const merchant = (await tx.findMerchants([key.merchantId])).get(key.merchantId)
    if (merchant === undefined) return objection(`There is no merchant ${key.merchantId}`)
    const before = await tx.findStock(key)
    if (before !== undefined && before.reserved > onHand)
      return objection(`onHand must not be below the ${before.reserved} reserved cards`)
    return done({ bucket: await tx.putStock(key, onHand), merchant })
  })
}

const dayMs = 86_400_000

/** Adds a coupon. */
export function addCoupon(store: Store, coupon: Omit<Coupon, 'id'>): Promise<OperatorOutcome<Coupon>> {
  const fields = { ...coupon, code: canonicalCode(coupon.code) }
  return store.transaction(async (tx) => {
    if ((await tx.findCoupon(fields.code)) !== undefined)
      return objection(`A coupon ${fields.code} already exists`)
    const merchants = await tx.findMerchants(fields.merchantIds ?? [])
    const missing = fields.merchantIds?.find((id) => !merchants.has(id))
    if (missing !== undefined) return objection(`There is no merchant ${missing}`)
    return done({ ...fields, id: await tx.insertCoupon(fields) })
  })
}

/** Ends a coupon: yesterday becomes its last day. Orders that have used it keep their discount. */
export function endCoupon(store: Store, code: string, now: number): Promise<OperatorOutcome<Coupon>> {
  return store.transaction(async (tx) => {
    const coupon = await tx.findCoupon(canonicalCode(code))
    if (coupon === undefined) return objection(`There is no coupon ${canonicalCode(code)}`)
    if (expiryOf(coupon) < now) return objection(`The coupon ${coupon.code} ended on ${coupon.expires}`)
    const expires = usDate(now - dayMs)
    await tx.updateCoupon(coupon.id, { expires })
    return done({ ...coupon, expires })
  })
}

/** The day of a moment in UTC, `MM/DD/YYYY`. */
function usDate(at: number): string {
  const [year = '', month = '', day = ''] = new Date(at).toISOString().slice(0, 10).split('-')
  return `${month}/${day}/${year}`
}
