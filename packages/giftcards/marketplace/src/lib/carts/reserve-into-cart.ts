import type { MarketplaceDeps } from '../deps.ts'
import type { CartLine } from '../model/cart.ts'
import { type StockKey, stockKeyText } from '../model/stock.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { reserveFromBucket } from './live-cart.ts'

/** Cards of one bucket that were reserved. */
export interface ReservedCards {
  readonly key: StockKey
  readonly count: number
}

/** Reserves up to `count` cards, ordinary stock first, then low-risk stock (decision: inventory). */
export async function reserveUpTo(
  tx: StoreTransaction,
  { merchantId, faceValueCents, percentOffBps, type }: Omit<StockKey, 'isLowRisk'>,
  count: number,
  now: number,
): Promise<readonly ReservedCards[]> {
  const reserved: ReservedCards[] = []
  let missing = count
  for (const isLowRisk of [false, true]) {
    const key = { merchantId, faceValueCents, percentOffBps, type, isLowRisk }
    const got = missing > 0 ? await reserveFromBucket(tx, key, missing, now) : 0
    if (got > 0) reserved.push({ key, count: got })
    missing -= got
  }
  return reserved
}

/** Puts reserved cards into a cart, of each bucket into its one line. Changes `lines` along; answers how many cards they are. */
export async function putIntoCart(
  tx: StoreTransaction,
  ids: MarketplaceDeps['ids'],
  cartId: string,
  lines: Map<string, CartLine>,
  reserved: readonly ReservedCards[],
): Promise<number> {
  for (const { key, count } of reserved) {
    const name = stockKeyText(key)
    const before = lines.get(name)
    const id = before?.id ?? ids.uuid(`line:${cartId}:${name}`)
    const line = { ...key, id, quantity: (before?.quantity ?? 0) + count }
    await tx.putCartLine(cartId, line)
    lines.set(name, line)
  }
  return reserved.reduce((sum, { count }) => sum + count, 0)
}

/** A cart's lines by stock key. */
export function linesByKey(lines: readonly CartLine[]): Map<string, CartLine> {
  return new Map(lines.map((line) => [stockKeyText(line), line]))
}
