import type { BasketLine } from '../basket.ts'
import { reserveCards } from '../carts/live-cart.ts'
import type { Cart, CartLine } from '../model/cart.ts'
import type { DrawnCards } from '../model/payment.ts'
import { compareStockKeys, type StockKey, stockKeyText } from '../model/stock.ts'
import type { IdSource } from '../ports/collaborators.ts'
import type { StoreTransaction } from '../ports/store.ts'
import type { CheckoutLine } from './checkout-request.ts'

/** The reserved lines of a checkout. */
export interface ReservedBasket {
  readonly lines: readonly BasketLine[]
  readonly drawn: DrawnCards | null
}

/**
 * Reserves every requested card, or answers `undefined` (then the transaction must not be kept). What the caller's own cart has
 * reserved of the same kind comes first, then free stock; of either, ordinary cards before low-risk ones unless only those will do.
 * A request that straddles both becomes two lines (decision: inventory). Its lines are named after the order that they are for.
 */
export async function reserveBasket(
  tx: StoreTransaction,
  ids: IdSource,
  orderNumber: number,
  wanted: readonly CheckoutLine[],
  cart: Cart | undefined,
  now: number,
): Promise<ReservedBasket | undefined> {
  if (!(await areSold(tx, wanted))) return undefined
  const needs = wanted.map((line) => ({ line, missing: line.quantity }))
  const reserved = new Map<string, number>()
  const add = (need: (typeof needs)[number], key: StockKey, count: number): void => {
    const name = stockKeyText(key)
    reserved.set(name, (reserved.get(name) ?? 0) + count)
    need.missing -= count
  }

  const left = new Map(cart?.lines.map((line) => [stockKeyText(line), line.quantity]))
  // Lines that take only low-risk cards come first: the other lines have a choice.
  for (const need of needs.toSorted((a, b) => Number(b.line.onlyLowRisk) - Number(a.line.onlyLowRisk))) {
    for (const key of bucketsFor(need.line)) {
      const inCart = left.get(stockKeyText(key)) ?? 0
      const count = Math.min(inCart, need.missing)
      left.set(stockKeyText(key), inCart - count)
      add(need, key, count)
    }
  }
  // In key order, as every transaction locks them. Lines with a choice come first: low-risk cards have the larger key.
  for (const need of needs.toSorted((a, b) => compareWanted(a.line, b.line))) {
    for (const key of bucketsFor(need.line)) {
      if (need.missing > 0) add(need, key, await reserveCards(tx, key, need.missing, now))
    }
    if (need.missing > 0) return undefined
  }

  const keys = new Map(wanted.flatMap(bucketsFor).map((key) => [stockKeyText(key), key]))
  const lines = [...keys].flatMap(([name, key]) => {
    const quantity = reserved.get(name) ?? 0
    return quantity === 0 ? [] : [{ ...key, id: ids.uuid(`line:order:${orderNumber}:${name}`), quantity }]
  })
  return { lines, drawn: cart === undefined ? null : await drawFrom(tx, cart, left) }
}

/** Takes out of a cart's lines what is no longer `left` there. */
async function drawFrom(
  tx: StoreTransaction,
  cart: Cart,
  left: ReadonlyMap<string, number>,
): Promise<DrawnCards | null> {
  const drawn: CartLine[] = []
  for (const line of cart.lines) {
    const quantity = left.get(stockKeyText(line)) ?? 0
    if (quantity === line.quantity) continue
    drawn.push({ ...line, quantity: line.quantity - quantity })
    if (quantity === 0) await tx.deleteCartLine(cart.id, line.id)
    else await tx.putCartLine(cart.id, { ...line, quantity })
  }
  return drawn.length === 0 ? null : { cartId: cart.id, lines: drawn }
}

/** The buckets that a line may be served from, in the order in which they are tried. */
function bucketsFor(line: CheckoutLine): readonly StockKey[] {
  const { merchantId, faceValueCents, percentOffBps, type } = line
  const kinds = line.onlyLowRisk ? [true] : [false, true]
  return kinds.map((isLowRisk) => ({ merchantId, faceValueCents, percentOffBps, type, isLowRisk }))
}

const compareWanted = (a: CheckoutLine, b: CheckoutLine): number =>
  compareStockKeys({ ...a, isLowRisk: a.onlyLowRisk }, { ...b, isLowRisk: b.onlyLowRisk })

/** Whether no line is of a merchant whose cards can be carted but never checked out. */
export async function areSold(
  tx: StoreTransaction,
  lines: readonly { merchantId: number }[],
): Promise<boolean> {
  const merchants = await tx.findMerchants([...new Set(lines.map((line) => line.merchantId))])
  return lines.every((line) => merchants.get(line.merchantId)?.course !== 'never-sold')
}
