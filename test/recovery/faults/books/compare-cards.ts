import type { Order } from '@giftcards/marketplace'
import type { IssuedCards } from '../gateway/card-list.ts'

/**
 * Checks that every delivered card is from the issuer, that it is void if its order is canceled, and that every other card is
 * void. `inWork` contains the numbers of orders whose cards may be in progress.
 */
export function compareCards(
  orders: readonly Order[],
  { issued, voided }: IssuedCards,
  inWork: ReadonlySet<number> = new Set(),
): readonly string[] {
  const [known, worthless] = [new Set(issued), new Set(voided)]
  const unexplained = new Set(issued.filter((reference) => !worthless.has(reference)))
  const wrong: string[] = []
  for (const { id: orderNumber, orderId, status, units } of orders) {
    for (const { id, fulfilledAt } of units) {
      const reference = `card:${orderId}:${id}`
      if (fulfilledAt !== null || inWork.has(orderNumber)) unexplained.delete(reference)
      if (fulfilledAt === null) continue
      if (!known.has(reference)) wrong.push(`Delivered, but not issued: ${reference}`)
      const isVoid = worthless.has(reference)
      if (status !== 'Canceled' && isVoid) wrong.push(`Void, but not canceled: ${reference}`)
      if (status === 'Canceled' && !isVoid && !inWork.has(orderNumber))
        wrong.push(`Canceled, but not void: ${reference}`)
    }
  }
  return [...wrong, ...[...unexplained].map((reference) => `Issued, and delivered to nobody: ${reference}`)]
}
