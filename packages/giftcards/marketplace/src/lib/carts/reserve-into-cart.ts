import type { MarketplaceDeps } from '../deps.ts'
import type { CartLine } from '../model/cart.ts'
import { type StockKey, stockKeyText } from '../model/stock.ts'
import type { StoreTransaction } from '../ports/store.ts'

/**
 * Reserves up to `count` cards into a cart, ordinary stock first, then low-risk stock as a line of its own
 * (decision: inventory). What is already in the cart merges into its line. Changes `lines` along; answers how many.
 */
export async function reserveIntoCart(
  tx: StoreTransaction,
  ids: MarketplaceDeps['ids'],
  cartId: string,
  lines: Map<string, CartLine>,
  wanted: Omit<StockKey, 'isLowRisk'>,
  count: number,
): Promise<number> {
  let added = 0
  for (const isLowRisk of [false, true]) {
    const key = { ...wanted, isLowRisk }
    const got = added < count ? await tx.reserveStock(key, count - added) : 0
    if (got === 0) continue
    const name = stockKeyText(key)
    const before = lines.get(name)
    const line: CartLine = {
      id: before?.id ?? ids.uuid(`line:${cartId}:${name}`),
      merchantId: key.merchantId,
      faceValueCents: key.faceValueCents,
      percentOffBps: key.percentOffBps,
      type: key.type,
      isLowRisk,
      quantity: (before?.quantity ?? 0) + got,
    }
    await tx.putCartLine(cartId, line)
    lines.set(name, line)
    added += got
  }
  return added
}

/** A cart's lines by stock key. */
export function linesByKey(lines: readonly CartLine[]): Map<string, CartLine> {
  return new Map(lines.map((line) => [stockKeyText(line), line]))
}
