import type { SandboxWire } from '@giftcards/contract/sandbox'
import { availableCount, parseBps, parseCents, type StockBucket, toDollars } from '@giftcards/marketplace'
import { sweepAll } from '../sweep-all.ts'
import { type Control, refuseInvalid } from './control.ts'

type InventoryRow = SandboxWire.components['schemas']['InventoryRow']

/** Lists the stock, bucket by bucket. */
export const listInventory: Control<'listInventory'> = async (_input, { marketplace }) => {
  await sweepAll(marketplace)
  const inventory = await marketplace.store.read(async (tx) => {
    const buckets = await tx.listStock()
    const merchants = await tx.findMerchants([...new Set(buckets.map((bucket) => bucket.merchantId))])
    return buckets.map((bucket) => toRow(bucket, merchants.get(bucket.merchantId)?.name ?? ''))
  })
  return { status: 200, body: { inventory } }
}

/** Creates a bucket of stock, or sets how many cards one holds. */
export const setInventory: Control<'setInventory'> = async ({ body }, { marketplace }) => {
  const { merchantId, type, isLowRisk, onHand } = body
  const faceValueCents = parseCents(body.faceValue)
  const percentOffBps = parseBps(body.percentOff)
  if (faceValueCents === undefined || percentOffBps === undefined) {
    return refuseInvalid('setInventory', 'faceValue and percentOff must have at most 2 decimals')
  }
  const key = { merchantId, faceValueCents, percentOffBps, type, isLowRisk }
  await sweepAll(marketplace)
  return marketplace.store.transaction(async (tx) => {
    const merchant = (await tx.findMerchants([merchantId])).get(merchantId)
    if (merchant === undefined)
      return refuseInvalid('setInventory', 'merchantId must be a published merchant')
    const before = await tx.findStock(key)
    if (before !== undefined && before.reserved > onHand) {
      return refuseInvalid('setInventory', `onHand must not be below the ${before.reserved} reserved cards`)
    }
    return { status: 200, body: toRow(await tx.putStock(key, onHand), merchant.name) }
  })
}

function toRow(bucket: StockBucket, merchantName: string): InventoryRow {
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
