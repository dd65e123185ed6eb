import { isApiError } from '@giftcards/client'
import type { Answer, KeyedPurchase, PurchaseBook } from './purchase-book.ts'

/** Statuses that leave the outcome of a purchase open: its key has to be sent again. */
const openStatuses: ReadonlySet<number> = new Set([409, 503])

/** Sends a purchase with its key. Rejects if its outcome stays open. */
export async function buy({ client, purchase, key }: KeyedPurchase): Promise<Answer> {
  try {
    const { buyOrder } = await client.checkout(purchase, { idempotencyKey: key })
    return { kind: 'order', order: buyOrder }
  } catch (error) {
    if (!isApiError(error) || error.status >= 500 || openStatuses.has(error.status)) throw error
    return { kind: 'refusal', code: error.code }
  }
}

/** Buys, and records the result. An open purchase stays in the book. */
export async function buyOnce(book: PurchaseBook, keyed: KeyedPurchase): Promise<Answer> {
  book.open.set(keyed.key, keyed)
  const answer = await buy(keyed)
  book.open.delete(keyed.key)
  book.answered.set(keyed.key, { ...keyed, answer })
  book.fresh.add(keyed.key)
  return answer
}
