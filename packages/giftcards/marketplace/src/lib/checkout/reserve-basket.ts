import type { BasketLine } from '../basket.ts'
import { type StockKey, stockKeyText } from '../model/stock.ts'
import type { IdSource } from '../ports/collaborators.ts'
import type { StoreTransaction } from '../ports/store.ts'
import type { CheckoutLine } from './checkout-request.ts'

/**
 * Reserves every requested card, or answers `undefined` (then the transaction must not be kept). Ordinary stock goes
 * first unless only low-risk cards will do; a request that straddles both becomes two lines (decision: inventory).
 * Its lines are named after the order that they are for, which nobody else is.
 */
export async function reserveBasket(
  tx: StoreTransaction,
  ids: IdSource,
  orderNumber: number,
  wanted: readonly CheckoutLine[],
): Promise<readonly BasketLine[] | undefined> {
  if (!(await areSold(tx, wanted))) return undefined
  const lines = new Map<string, BasketLine>()
  for (const line of wanted) {
    let missing = line.quantity
    for (const isLowRisk of line.onlyLowRisk ? [true] : [false, true]) {
      const key: StockKey = {
        merchantId: line.merchantId,
        faceValueCents: line.faceValueCents,
        percentOffBps: line.percentOffBps,
        type: line.type,
        isLowRisk,
      }
      const got = missing > 0 ? await tx.reserveStock(key, missing) : 0
      if (got === 0) continue
      const name = stockKeyText(key)
      const quantity = (lines.get(name)?.quantity ?? 0) + got
      lines.set(name, { ...key, id: ids.uuid(`line:order:${orderNumber}:${name}`), quantity })
      missing -= got
    }
    if (missing > 0) return undefined
  }
  return [...lines.values()]
}

/** Whether no line is of a merchant whose cards can be carted but never checked out. */
export async function areSold(
  tx: StoreTransaction,
  lines: readonly { merchantId: number }[],
): Promise<boolean> {
  const merchants = await tx.findMerchants([...new Set(lines.map((line) => line.merchantId))])
  return lines.every((line) => merchants.get(line.merchantId)?.course !== 'never-sold')
}
