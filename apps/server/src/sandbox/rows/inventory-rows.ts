import type { SandboxWire } from '@giftcards/contract/sandbox'
import { availableCount, type StockBucket, type StoreReader, toDollars } from '@giftcards/marketplace'

/** One bucket as the controls show it. */
export type InventoryRow = SandboxWire.components['schemas']['InventoryRow']

/** All stock, bucket by bucket, in the order of the store. */
export async function readInventoryRows(tx: StoreReader): Promise<InventoryRow[]> {
  const buckets = await tx.listStock()
  const merchants = await tx.findMerchants([...new Set(buckets.map((bucket) => bucket.merchantId))])
  return buckets.map((bucket) => toInventoryRow(bucket, merchants.get(bucket.merchantId)?.name ?? ''))
}

/** A bucket with the name of its merchant. */
export function toInventoryRow(bucket: StockBucket, merchantName: string): InventoryRow {
  return {
    merchantId: bucket.merchantId,
    merchantName,
    faceValue: toDollars(bucket.faceValueCents),
    percentOff: toDollars(bucket.percentOffBps),
    type: bucket.type,
    isLowRisk: bucket.isLowRisk,
    onHand: bucket.onHand,
    reserved: bucket.reserved,
    available: availableCount(bucket),
  }
}
