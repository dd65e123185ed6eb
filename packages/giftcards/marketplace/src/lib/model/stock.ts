/** The card types of the contract (spec 2.4). */
export type CardType = 'ecode' | 'physical' | 'newEcodeB2B' | 'newEcodeAsPre'

/** What identifies interchangeable cards; matched exactly, `percentOffBps` is a price lock (decision: inventory). */
export interface StockKey {
  readonly merchantId: number
  readonly faceValueCents: number
  readonly percentOffBps: number
  readonly type: CardType
  readonly isLowRisk: boolean
}

/** One bucket of stock; always `0 ≤ reserved ≤ onHand`. */
export interface StockBucket extends StockKey {
  readonly onHand: number
  readonly reserved: number
}

/** How many cards of a bucket nobody has reserved. */
export function availableCount(bucket: StockBucket): number {
  return bucket.onHand - bucket.reserved
}

/** One spelling of a stock key, for maps. */
export function stockKeyText(key: StockKey): string {
  const risk = key.isLowRisk ? 'low-risk' : 'any'
  return `${key.merchantId}/${key.type}/${key.faceValueCents}/${key.percentOffBps}/${risk}`
}
