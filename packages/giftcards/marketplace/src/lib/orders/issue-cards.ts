import type { Order, OrderUnit } from '../model/order.ts'
import type { Merchant } from '../model/stock.ts'
import { type JobDeps, type OrderDeps, type RealTime, withinLimit } from '../ports/deps.ts'
import { settings } from '../settings.ts'

/** The issuer did not issue the cards of an order in time. They are requested again later. */
export class CardsNotIssuedError extends Error {
  override readonly name = 'CardsNotIssuedError'
}

/** The issuer's idempotency key of a card: unique, even after a reset of a sandbox. */
const cardReference = ({ orderId }: Pick<Order, 'orderId'>, { id }: Pick<OrderUnit, 'id'>): string =>
  `card:${orderId}:${id}`

/**
 * Obtains cards from the issuer, and returns their sealed secrets by card id. Rejects with `CardsNotIssuedError` if a card is not
 * issued.
 */
export async function issueCards(
  { issuer, vault, realTime }: Pick<OrderDeps, 'issuer' | 'vault' | 'realTime'>,
  order: Pick<Order, 'id' | 'orderId'>,
  units: readonly OrderUnit[],
  merchants: ReadonlyMap<number, Merchant>,
): Promise<ReadonlyMap<number, string>> {
  const sealed = new Map<number, string>()
  try {
    await callForEach(realTime, units, async (unit) => {
      const merchant = merchants.get(unit.merchantId)
      if (merchant === undefined) throw new Error(`Order ${order.id} holds a card of an unknown merchant`)
      const { id: cardId, faceValueCents } = unit
      const secrets = await issuer.issue({
        reference: cardReference(order, unit),
        cardId,
        merchant,
        faceValueCents,
      })
      sealed.set(cardId, vault.seal(cardId, secrets))
    })
  } catch (cause) {
    throw new CardsNotIssuedError(`The cards of order ${order.id} were not issued`, { cause })
  }
  return sealed
}

/** Voids the cards of a canceled order at the issuer, issued or not; rejects if the issuer does not confirm one. */
export async function voidCards({ store, realTime, issuer }: JobDeps, orderId: number): Promise<void> {
  const order = await store.read((tx) => tx.findOrder(orderId))
  // A reset of the sandbox may have removed it meanwhile.
  if (order === undefined) return
  await callForEach(realTime, order.units, (unit) => issuer.void(cardReference(order, unit)))
}

/** The most calls for one card in one attempt. */
const mostTries = 3

type Call = (unit: OrderUnit) => Promise<void>

/**
 * Calls the issuer for each card, and again for those that failed: one card that fails must not discard the others, which have been
 * obtained. Rejects with an error of a card that failed in every try.
 */
async function callForEach(realTime: RealTime, units: readonly OrderUnit[], call: Call): Promise<void> {
  const beganAt = realTime.now()
  let left = units
  for (let tries = 1; left.length > 0; tries += 1) {
    const { failed, error } = await callOnce(realTime, left, call)
    // If every card has timed out, the issuer is unavailable: the next attempt of the job tries again.
    const isAway = failed.length === units.length && realTime.now() - beganAt >= settings.issuerLimitMs
    if (failed.length > 0 && (tries === mostTries || isAway)) throw error
    left = failed
  }
}

/** The most calls at one time. */
const atOneTime = 10

/** After this many consecutive failures, the issuer of a merchant counts as unavailable and is not called for the rest. */
const mostFailuresInRow = 10

/** Calls the issuer once for each card. Returns the cards that failed, and the last error. */
async function callOnce(
  realTime: RealTime,
  units: readonly OrderUnit[],
  call: Call,
): Promise<{ readonly failed: readonly OrderUnit[]; readonly error: unknown }> {
  const failed: OrderUnit[] = []
  let error: unknown
  /** Consecutive failures, by merchant. */
  const failures = new Map<number, number>()
  const queue = units.values()
  const work = async (): Promise<void> => {
    for (const unit of queue) {
      const { merchantId } = unit
      const inRow = failures.get(merchantId) ?? 0
      if (inRow >= mostFailuresInRow) {
        failed.push(unit)
        continue
      }
      try {
        await withinLimit(realTime.startTimer, settings.issuerLimitMs, () => call(unit))
        failures.set(merchantId, 0)
      } catch (reason) {
        failed.push(unit)
        failures.set(merchantId, (failures.get(merchantId) ?? 0) + 1)
        error = reason
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOneTime, units.length) }, work))
  return { failed, error }
}
