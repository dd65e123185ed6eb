import type { Order, StoreReader } from '@giftcards/marketplace'
import type { TestMarketplace } from '@giftcards/marketplace/testing'
import type { OpenedStore } from '@giftcards/storage'
import { describeViolation } from '@giftcards/storage/maintenance'

const everything = 1_000_000

/**
 * Compares the store with the lists of the gateway and the issuer, after all work is done. Returns a sentence for everything that
 * was lost or done twice.
 */
export async function findLosses(market: TestMarketplace<OpenedStore>): Promise<readonly string[]> {
  const { broken, checked } = await market.store.checkBooks()
  return market.store.read(async (reader) => {
    const orders = await reader.listOrders(everything)
    return [
      ...broken.map(describeViolation),
      ...(checked.payments === 0 ? [] : [`${checked.payments} payments are still pending`]),
      ...(await listOpenWork(reader)),
      ...compareMovements(market, orders),
      ...compareCards(market, orders),
    ]
  })
}

async function listOpenWork(reader: StoreReader): Promise<readonly string[]> {
  const parked = await reader.listJobs('parked', everything)
  return parked.map(({ id, lastError }) => `Job ${id} is parked: ${lastError}`)
}

/**
 * Checks that each order that required the gateway was charged once, and refunded once if it is canceled. No other money moved.
 */
function compareMovements({ gateway }: TestMarketplace, orders: readonly Order[]): readonly string[] {
  const moved = Map.groupBy(gateway.movements, ({ reference }) => reference)
  const wrong: string[] = []
  for (const { orderId, dueCents, status, payment, plan } of orders) {
    if (payment.paidBy !== 'bank' && payment.paidBy !== 'card') continue
    const reference = `order:${orderId}`
    const cents = (moved.get(reference) ?? []).map(({ amountCents }) => amountCents)
    moved.delete(reference)
    // Money that the bank has returned is not refunded.
    const isReturned =
      status === 'Canceled' && plan.length === 0 && gateway.taken.get(reference)?.returnedAfterMs
    const expected = status === 'Canceled' && !isReturned ? [dueCents, -dueCents] : [dueCents]
    if (cents.join() !== expected.join())
      wrong.push(`${reference}, ${status}, moved ${cents.join(' ') || 'nothing'}, not ${expected.join(' ')}`)
  }
  const unexplained = [...moved].filter(
    ([, movements]) => movements.reduce((sum, { amountCents }) => sum + amountCents, 0) !== 0,
  )
  return [...wrong, ...unexplained.map(([reference]) => `${reference} was charged, and is no order`)]
}

/**
 * Checks that each delivered card is from the issuer and void if its order is canceled. Every other card of the issuer is void.
 */
function compareCards({ deps, issuer }: TestMarketplace, orders: readonly Order[]): readonly string[] {
  const unexplained = new Set([...issuer.issued.keys()].filter((reference) => !issuer.voided.has(reference)))
  const wrong: string[] = []
  for (const { orderId, status, units } of orders) {
    for (const { id, fulfilledAt, sealedSecrets } of units) {
      if (fulfilledAt === null) continue
      const reference = `card:${orderId}:${id}`
      unexplained.delete(reference)
      const card = issuer.issued.get(reference)
      const shown = sealedSecrets === null ? undefined : deps.vault.open(id, sealedSecrets)
      if (card === undefined || shown?.number !== card.number) wrong.push(`${reference} is not the issuer's`)
      if ((status === 'Canceled') !== issuer.voided.has(reference))
        wrong.push(`${reference}, ${status}, is ${status === 'Canceled' ? 'not ' : ''}void at the issuer`)
    }
  }
  return [
    ...wrong,
    ...[...unexplained].map((reference) => `${reference} was issued, is not void, and nobody has it`),
  ]
}
