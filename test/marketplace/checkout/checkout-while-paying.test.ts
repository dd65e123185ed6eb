import { describe, expect, it } from 'vitest'
import {
  addCards,
  checkout,
  createCart,
  createCheckoutQueue,
  type CustomerCaller,
  PaymentUnavailableError,
  sweep,
} from '@giftcards/marketplace'
import {
  buy,
  callerOf,
  cardsCheckout,
  checkoutLine,
  elite,
  letTimePass,
  physicalLine,
  refusalOf,
  sampleAddress,
  sampleSeed,
  standard,
  valueOf,
} from '@giftcards/marketplace/testing'
import { stockOf } from '../samples/book-entries.ts'
import { holdCharge } from '../samples/hold-charge.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const poor = callerOf('poor')
const anHour = 3600
const market = useMarketplace()
const audit = async () => (await market.store.checkBooks()).broken
const countOrders = () => market.store.read((tx) => tx.countOrders())
const begin = async (change: Parameters<typeof cardsCheckout>[0] = {}, caller: CustomerCaller = standard) => {
  const held = holdCharge(market)
  const slow = checkout(held.deps, caller, cardsCheckout(change))
  // Avoids an unhandled rejection: the checkout may fail long before a test awaits it.
  slow.catch(() => {})
  await held.cameIn
  return { slow, answer: held.answer }
}

const payCart = (cartId: string, deps = market.deps) =>
  checkout(deps, elite, { shape: 'cart', cartId, shipping: sampleAddress })

async function fillCart(): Promise<string> {
  const { cart } = await createCart(market.deps, elite)
  valueOf(await addCards(market.deps, elite, cart.id, [checkoutLine()]))
  return cart.id
}

describe('what a pending payment keeps', () => {
  it.each([
    ['accepted', [0, 0], 'cards_unavailable'],
    ['refused', [5, 0], 'done'],
  ] as const)('are its cards, until it is %s', async (kind, stock, later) => {
    const { slow, answer } = await begin({ lines: [{ ...physicalLine, quantity: 5 }] })
    const wanted = cardsCheckout({ lines: [physicalLine] })
    market.clock.advance(anHour)
    await sweep(market.deps)
    expect(refusalOf(await checkout(market.deps, elite, wanted))).toBe('cards_unavailable')
    const { cart } = await createCart(market.deps, elite)
    expect(refusalOf(await addCards(market.deps, elite, cart.id, [physicalLine]))).toBe(
      'insufficient_inventory',
    )
    answer({ kind })
    await slow
    expect(await stockOf(market, 101, { type: 'physical' })).toEqual(stock)
    expect(refusalOf(await checkout(market.deps, elite, wanted))).toBe(later)
  })

  it.each([
    ['accepted', 'coupon_used_up'],
    ['refused', 'done'],
  ] as const)('is the last use of its coupon, until it is %s', async (kind, later) => {
    await buy(market, elite, { couponCode: 'TWICE' })
    const { slow, answer } = await begin({ couponCode: 'TWICE' })
    const wanted = cardsCheckout({ couponCode: 'TWICE' })
    expect(refusalOf(await checkout(market.deps, poor, wanted))).toBe('coupon_used_up')
    answer({ kind })
    await slow
    expect(refusalOf(await checkout(market.deps, poor, wanted))).toBe(later)
    expect(await audit()).toEqual([])
  })

  it('is its price, though the coupon ends meanwhile', async () => {
    const { slow, answer } = await begin({ couponCode: 'LASTDAY' })
    market.clock.advance(24 * anHour)
    answer({ kind: 'accepted' })
    expect(valueOf(await slow).order).toMatchObject({ dueCents: 4035, coupon: { discountCents: 458 } })
  })

  it.each([
    ['accepted', [0, 0]],
    ['refused', [1, 0]],
  ] as const)('is in stock that is set to nothing meanwhile: %s', async (kind, stock) => {
    const { slow, answer } = await begin({ lines: [physicalLine] })
    const { merchantId, faceValueCents, percentOffBps, type } = physicalLine
    const bucket = { merchantId, faceValueCents, percentOffBps, type, isLowRisk: false }
    await market.store.transaction((tx) => tx.putStock(bucket, 0))
    answer({ kind })
    await slow
    expect(await stockOf(market, 101, { type: 'physical' })).toEqual(stock)
    expect(await audit()).toEqual([])
  })
})

describe('a gateway that says nothing', () => {
  it('has fifteen seconds to charge, and as long to cancel', async () => {
    const asked: string[] = []
    const ask = (name: string) => (): Promise<never> => {
      asked.push(name)
      return new Promise(() => {})
    }
    const gateway = { ...market.gateway, charge: ask('charge'), cancel: ask('cancel') }
    const slow = checkout({ ...market.deps, gateway }, standard, cardsCheckout())
    slow.catch(() => {})
    for (const [name, now] of [['charge', 0] as const, ['cancel', 15_000] as const]) {
      await new Promise(setImmediate)
      expect([asked.at(-1), market.time.now(), market.time.due]).toEqual([name, now, [now + 15_000]])
      market.time.advance(15_000)
    }
    await expect(slow).rejects.toBeInstanceOf(PaymentUnavailableError)
    // The lease has not expired, so no other process has worked on the payment meanwhile.
    const left = await market.store.read((tx) => tx.findPaymentOf(standard.customerId))
    expect(left?.leaseUntil).toBeGreaterThan(market.time.now())
  })
})

describe('a payment that a reset has overtaken', () => {
  it.each([
    { kind: 'accepted', name: 'standard' },
    { kind: 'refused', name: 'standard' },
    { kind: 'accepted', name: 'elite' },
    { kind: 'refused', name: 'elite' },
  ] as const)('ends none of those begun since: $kind, then one of $name', async ({ kind, name }) => {
    const caller = callerOf(name)
    const old = await begin({ lines: [physicalLine] })
    await market.store.transaction((tx) => tx.seed(sampleSeed))
    market.time.advance(1)
    // Order numbers restart, so the gateway knows the new payment by the reference of the old one.
    const current = await begin({ lines: [checkoutLine({ quantity: 2 })] }, caller)
    old.answer({ kind })
    await expect(old.slow).rejects.toBeInstanceOf(PaymentUnavailableError)
    expect(await countOrders()).toBe(0)
    expect(await stockOf(market, 101)).toEqual([5, 2])
    current.answer({ kind: 'accepted' })
    expect(valueOf(await current.slow).order).toMatchObject({ id: 100_001, customerId: caller.customerId })
    expect(await stockOf(market, 101)).toEqual([3, 0])
    expect(await stockOf(market, 101, { type: 'physical' })).toEqual([5, 0])
    expect(await audit()).toEqual([])
  })

  it('ends none that began in the same millisecond for another customer', async () => {
    const old = await begin()
    await market.store.transaction((tx) => tx.seed(sampleSeed))
    const current = await begin({}, elite)
    old.answer({ kind: 'accepted' })
    await expect(old.slow).rejects.toBeInstanceOf(PaymentUnavailableError)
    current.answer({ kind: 'accepted' })
    expect(valueOf(await current.slow).order.customerId).toBe(elite.customerId)
  })
})

describe('a cart', () => {
  it('is sold to one of two devices', { meta: { rules: ['4.6-21'] } }, async () => {
    const cartId = await fillCart()
    // One process for each device: they share only the store.
    const devices = [1, 2].map(() => ({ ...market.deps, queue: createCheckoutQueue(() => () => {}) }))
    const outcomes = await Promise.all(devices.map((deps) => payCart(cartId, deps)))
    expect(outcomes.map(refusalOf).toSorted()).toEqual(['cart_not_found', 'done'])
    expect(await countOrders()).toBe(1)
    expect(await stockOf(market, 101)).toEqual([4, 0])
    expect(await audit()).toEqual([])
  })

  it('waits for a payment on another device', async () => {
    const cartId = await fillCart()
    const { slow, answer } = await begin({ lines: [physicalLine] }, elite)
    const waiting = payCart(cartId)
    market.time.advance(5000)
    answer({ kind: 'accepted' })
    const outcomes = await letTimePass(market.time, Promise.all([slow, waiting]))
    expect(outcomes.map((outcome) => valueOf(outcome).order.id)).toEqual([100_001, 100_002])
  })

  it('may expire while it waits for one', async () => {
    const cartId = await fillCart()
    const { slow, answer } = await begin({ lines: [physicalLine] }, elite)
    const waiting = payCart(cartId)
    market.clock.advance(anHour)
    answer({ kind: 'accepted' })
    const [, late] = await letTimePass(market.time, Promise.all([slow, waiting]))
    expect(refusalOf(late)).toBe('cart_not_found')
    await sweep(market.deps)
    expect(await stockOf(market, 101)).toEqual([5, 0])
    expect(await audit()).toEqual([])
  })
})
