import type { Order, OrderUnit } from '../model/order.ts'
import type { Merchant } from '../model/stock.ts'
import { type JobDeps, type OrderDeps, withinLimit } from '../ports/deps.ts'
import { settings } from '../settings.ts'

/** The issuer has not issued the cards of an order in time. They are asked for again later. */
export class CardsNotIssuedError extends Error {
  override readonly name = 'CardsNotIssuedError'
}

/** The issuer's idempotency key of a card: unique, even after a reset of a sandbox. */
const cardReference = ({ orderId }: Pick<Order, 'orderId'>, { id }: Pick<OrderUnit, 'id'>): string =>
  `card:${orderId}:${id}`

/** The most cards that are issued at one time. */
const atOneTime = 10

/**
 * Obtains cards from the issuer, and returns their sealed secrets by card id. Rejects with `CardsNotIssuedError` where a card is not
 * issued within the limit.
 */
export async function issueCards(
  { issuer, vault, realTime }: Pick<OrderDeps, 'issuer' | 'vault' | 'realTime'>,
  order: Pick<Order, 'id' | 'orderId'>,
  units: readonly OrderUnit[],
  merchants: ReadonlyMap<number, Merchant>,
  limitMs: number,
): Promise<ReadonlyMap<number, string>> {
  const sealed = new Map<number, string>()
  const issueOne = async (unit: OrderUnit): Promise<void> => {
    const merchant = merchants.get(unit.merchantId)
    if (merchant === undefined) throw new Error(`Order ${order.id} holds a card of an unknown merchant`)
    const { id: cardId, faceValueCents } = unit
    const reference = cardReference(order, unit)
    const secrets = await withinLimit(realTime.startTimer, limitMs, () =>
      issuer.issue({ reference, cardId, merchant, faceValueCents }),
    )
    sealed.set(cardId, vault.seal(cardId, secrets))
  }
  try {
    for (let start = 0; start < units.length; start += atOneTime)
      await Promise.all(units.slice(start, start + atOneTime).map(issueOne))
  } catch (cause) {
    throw new CardsNotIssuedError(`The cards of order ${order.id} were not issued`, { cause })
  }
  return sealed
}

/** Voids the cards of a canceled order at the issuer, issued or not; rejects where the issuer does not confirm one. */
export async function voidCards({ store, realTime, issuer }: JobDeps, orderId: number): Promise<void> {
  const order = await store.read((tx) => tx.findOrder(orderId))
  // A reset of the sandbox may have removed it meanwhile.
  if (order === undefined) return
  for (const unit of order.units) {
    const reference = cardReference(order, unit)
    await withinLimit(realTime.startTimer, settings.issuerLimitMs, () => issuer.void(reference))
  }
}
