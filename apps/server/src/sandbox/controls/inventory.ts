import type { Control } from './control.ts'
import type { SandboxWire } from '@giftcards/contract/sandbox'
import {
  availableCount,
  parseBps,
  parseCents,
  setStock,
  type StockBucket,
  type StoreReader,
  toDollars,
} from '@giftcards/marketplace'
import { invalidResponse } from '../../wire/refusal-catalogue.ts'

/** Lists the stock, bucket by bucket. */
export const listInventory: Control<'listInventory'> = async (_input, { marketplace }) => {
  return { status: 200, body: { inventory: await marketplace.store.read(readInventoryRows) } }
}

/** Creates a bucket of stock, or sets its number of cards. */
export const setInventory: Control<'setInventory'> = async ({ body }, { marketplace }) => {
  const { merchantId, type, isLowRisk, onHand } = body
  const faceValueCents = parseCents(body.faceValue)
  const percentOffBps = parseBps(body.percentOff)
  if (faceValueCents === undefined || percentOffBps === undefined) {
    return invalidResponse('faceValue and percentOff must have at most 2 decimals')
  }
  const key = { merchantId, faceValueCents, percentOffBps, type, isLowRisk }
  const outcome = await setStock(marketplace.store, key, onHand)
  if (outcome.kind === 'refused') return invalidResponse(outcome.reason)
  const { bucket, merchant } = outcome.value
  return { status: 200, body: toInventoryRow(bucket, merchant.name) }
}

/** Converts a bucket to its wire format. */
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
