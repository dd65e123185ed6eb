import { describe, expect, it } from 'vitest'
import {
  checkout,
  type CheckoutRequest,
  createCheckoutQueue,
  type MarketplaceDeps,
} from '@giftcards/marketplace'
import {
  awaitPayment,
  callerOf,
  cardsCheckout,
  createMortalProcess,
  letTimePass,
  refusalOf,
  standard,
  valueOf,
} from '@giftcards/marketplace/testing'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()
const attempt = (
  deps: MarketplaceDeps = market.deps,
  request: CheckoutRequest = cardsCheckout(),
  key = 'key-2',
) => checkout(deps, standard, request, { key, fingerprint: 'one' })

/** Starts a purchase in another process. Its charge takes this many milliseconds. */
function startElsewhere(ms: number) {
  const gateway: MarketplaceDeps['gateway'] = {
    ...market.gateway,
    async charge(charge) {
      await new Promise<void>((resolve) => void market.time.startTimer(ms, resolve))
      return market.gateway.charge(charge)
    },
  }
  return attempt({ ...market.deps, gateway }, cardsCheckout(), 'key-1')
}

describe('checkout beside one of another process', { meta: { rules: ['4.6-24', '8-05', 'D6-13'] } }, () => {
  it.each(['ACH', 'STORE_CREDIT'])('waits for its turn: %s', async (method) => {
    const outcomes = await letTimePass(
      market.time,
      Promise.all([startElsewhere(3000), attempt(market.deps, cardsCheckout({ method }))]),
    )
    expect(outcomes.map((outcome) => valueOf(outcome).order.id)).toEqual([100_001, 100_002])
    // The checkout checks at the exact moment when the other one ends, and again 250 ms later.
    expect(market.time.now()).toBe(3250)
  })

  it('gives up after ten seconds in all', { meta: { rules: ['D6-14'] } }, async () => {
    const elsewhere = startElsewhere(14_000)
    expect(refusalOf(await letTimePass(market.time, attempt()))).toBe('checkout_in_progress')
    expect(market.time.now()).toBe(10_000)
    expect(refusalOf(await letTimePass(market.time, elsewhere))).toBe('done')
  })

  it('counts the wait of its own queue', async () => {
    const queue = createCheckoutQueue(market.time.startTimer)
    const leave = await queue.enter(standard.customerId, undefined)
    const waiting = attempt({ ...market.deps, queue })
    market.time.advance(6000)
    const elsewhere = startElsewhere(14_000)
    leave?.()
    expect(refusalOf(await letTimePass(market.time, waiting))).toBe('checkout_in_progress')
    expect(market.time.now()).toBe(10_000)
    expect(refusalOf(await letTimePass(market.time, elsewhere))).toBe('done')
  })

  it('waits without keys too', async () => {
    const { deps, died } = createMortalProcess(market.deps, 3)
    await Promise.race([checkout(deps, standard, cardsCheckout()), died])
    const waiting = checkout(market.deps, standard, cardsCheckout())
    expect(refusalOf(await letTimePass(market.time, waiting))).toBe('checkout_in_progress')
    expect(market.time.now()).toBe(10_000)
  })

  it('waits not a moment longer than it may', async () => {
    const { deps, died } = createMortalProcess(market.deps, 3)
    await Promise.race([checkout(deps, standard, cardsCheckout()), died])
    market.time.advance(100)
    const waiting = awaitPayment(market.deps, standard.customerId, 300)
    await new Promise(setImmediate)
    expect(market.time.due[0]).toBe(300)
    market.time.advance(200)
    expect(await waiting).toBe(false)
  })

  it('is turned away at once under the same key', { meta: { rules: ['D6-17'] } }, async () => {
    const elsewhere = startElsewhere(3000)
    expect(refusalOf(await attempt(market.deps, cardsCheckout(), 'key-1'))).toBe('checkout_in_progress')
    expect(market.time.now()).toBe(0)
    expect(refusalOf(await letTimePass(market.time, elsewhere))).toBe('done')
  })

  it('goes on when the lease of a dead process ends', async () => {
    const { deps, died } = createMortalProcess(market.deps, 3)
    await Promise.race([attempt(deps, cardsCheckout(), 'key-1'), died])
    market.time.advance(40_000)
    const { order } = valueOf(await letTimePass(market.time, attempt()))
    expect(order.id).toBe(100_002)
    expect(market.time.now()).toBe(45_000)
    expect(await market.store.read((tx) => tx.countOrders())).toBe(2)
  })

  it('keeps no other account waiting', async () => {
    const elsewhere = startElsewhere(3000)
    const outcome = await checkout(market.deps, callerOf('elite'), cardsCheckout())
    expect(refusalOf(outcome)).toBe('done')
    expect(market.time.now()).toBe(0)
    await letTimePass(market.time, elsewhere)
  })
})
