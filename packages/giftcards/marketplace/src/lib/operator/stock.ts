import type { Merchant, StockBucket, StockKey } from '../model/stock.ts'
import type { Store } from '../ports/store.ts'
import { done } from '../refusal.ts'
import { isAccepted, objection, type OperatorOutcome } from './operator-store.ts'

/** A bucket of stock with the merchant of its cards. */
export interface StockView {
  readonly bucket: StockBucket
  readonly merchant: Merchant
}

/** Adds a merchant whose cards can then be stocked. */
export function addMerchant(store: Store, merchant: Merchant): Promise<OperatorOutcome<Merchant>> {
  return store.transaction(async (tx) => {
    if ((await tx.findMerchants([merchant.id])).size > 0)
      return objection(`There is a merchant ${merchant.id} already`)
    await tx.putMerchant(merchant)
    return done(merchant)
  }, isAccepted)
}

/** Sets how many cards a bucket holds; one that does not exist is made. */
export function setStock(store: Store, key: StockKey, onHand: number): Promise<OperatorOutcome<StockView>> {
  return store.transaction(async (tx) => {
    const merchant = (await tx.findMerchants([key.merchantId])).get(key.merchantId)
    if (merchant === undefined) return objection(`There is no merchant ${key.merchantId}`)
    const before = await tx.findStock(key)
    if (before !== undefined && before.reserved > onHand)
      return objection(`onHand must not be below the ${before.reserved} reserved cards`)
    return done({ bucket: await tx.putStock(key, onHand), merchant })
  }, isAccepted)
}
