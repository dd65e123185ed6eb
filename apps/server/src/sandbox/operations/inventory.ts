import { parseBps, parseCents } from '@giftcards/marketplace'
import { readInventoryRows, toInventoryRow } from '../rows/inventory-rows.ts'
import { sweepAll } from '../sweep-all.ts'
import { type Control, refuseInvalid } from './control.ts'

/** Lists the stock, bucket by bucket. */
export const listInventory: Control<'listInventory'> = async (_input, { marketplace }) => {
  await sweepAll(marketplace)
  return { status: 200, body: { inventory: await marketplace.store.read(readInventoryRows) } }
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
    return { status: 200, body: toInventoryRow(await tx.putStock(key, onHand), merchant.name) }
  })
}
