import { isDeepStrictEqual } from 'node:util'
import type { OpenedStore } from '@giftcards/storage'
import { expect, vi } from 'vitest'
import type { GatewayProcess } from '../gateway/start-gateway.ts'
import { buy, buyOnce } from '../load/buy.ts'
import type { Answer, PurchaseBook } from '../load/purchase-book.ts'
import { compareCards } from './compare-cards.ts'
import { compareGateway, compareStoreCredit } from './compare-money.ts'
import { compareOrders } from './compare-orders.ts'
import { compareStock } from './compare-stock.ts'
import { countPendingPayments, readService } from './read-service.ts'

/** How long another process, such as a sweep that settles its payment, may still work on a purchase. */
const patience = { timeout: 600_000, interval: 20 }

/** Completes what a fault left open, as its buyers would, and then compares all records. Returns a sentence for each problem. */
export async function checkService(
  store: OpenedStore,
  gateway: GatewayProcess,
  book: PurchaseBook,
): Promise<readonly string[]> {
  for (const keyed of book.open.values()) await vi.waitFor(() => buyOnce(book, keyed), patience)
  await expect.poll(() => countPendingPayments(store)).toBe(0)
  const repeated = await repeatFresh(book)
  const { broken, orders, stock, storeCredit, refunding, inWork } = await readService(store)
  return [
    ...book.wrong,
    ...repeated,
    ...broken,
    ...compareOrders(book, orders),
    ...compareGateway(orders, await gateway.listMovements(), refunding),
    ...compareCards(orders, await gateway.listCards(), inWork),
    ...compareStoreCredit(orders, storeCredit),
    ...compareStock(orders, stock),
  ]
}

/** Repeats every key that got a response since the last check, and expects the same response. */
async function repeatFresh(book: PurchaseBook): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const key of book.fresh) {
    const answered = book.answered.get(key)
    if (answered === undefined) continue
    const again = await buy(answered)
    if (!isDeepStrictEqual(again, answered.answer) && !isForgotten(answered.answer))
      wrong.push(`Key ${key} was answered ${toText(answered.answer)}, then ${toText(again)}`)
  }
  book.fresh.clear()
  return wrong
}

function toText(answer: Answer): string {
  if (answer.kind === 'refusal') return String(answer.code)
  const { id, orderId, status, total, coupon, cards } = answer.order
  return JSON.stringify({ id, orderId, status, total, coupon, cards: cards.map((card) => card.id) })
}

const executedRefusals = new Set(['payment_declined', 'cards_unavailable'])

/** Refusals before any reservation are decided again each time, as documented. */
function isForgotten(answer: Answer): boolean {
  return answer.kind === 'refusal' && !executedRefusals.has(answer.code ?? '')
}
