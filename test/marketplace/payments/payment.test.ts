import { describe, expect, it } from 'vitest'
import {
  type CardsCheckout,
  checkout,
  type MarketplaceDeps,
  PaymentUnavailableError,
  sweep,
} from '@giftcards/marketplace'
import {
  buy,
  callerOf,
  cardsCheckout,
  createMortalProcess,
  type GatewayFault,
  physicalLine,
  sampleSeed,
  standard,
  valueOf,
} from '@giftcards/marketplace/testing'
import { bookEntries, stockOf } from '../samples/book-entries.ts'
import { holdCharge } from '../samples/hold-charge.ts'
import { settlePayments } from '../samples/settle-payments.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const key = { key: 'key-1', fingerprint: 'one' }
const market = useMarketplace()
const attempt = (change: Partial<CardsCheckout> = {}, deps: MarketplaceDeps = market.deps) =>
  checkout(deps, standard, cardsCheckout(change), key)
/** Starts a checkout. Resolves when its charge has reached the gateway and waits for its response. */
const begin = async (change: Partial<CardsCheckout> = {}) => {
  const { deps, cameIn, answer } = holdCharge(market)
  const slow = attempt(change, deps)
  await cameIn
  return { slow, answer }
}
const audit = async () => (await market.store.checkBooks()).broken
const findPayment = () => market.store.read((tx) => tx.findPaymentOf(standard.customerId))

describe('a charge', () => {
  it('keeps no transaction open', async () => {
    const { slow, answer } = await begin()
    await buy(market, callerOf('elite'), { lines: [physicalLine] })
    answer({ kind: 'accepted' })
    expect(valueOf(await slow).order.id).toBe(100_001)
  })

  it('finds cards and coupon kept for it', async () => {
    const { slow, answer } = await begin({ couponCode: 'ONCE' })
    expect(await stockOf(market, 101)).toEqual([5, 1])
    expect(await market.store.read((tx) => tx.countCouponUsesBy(9, standard.customerId))).toBe(1)
    expect(await audit()).toEqual([])
    expect(await findPayment()).toMatchObject({
      reference: expect.stringMatching(/^order:[\da-f-]{36}$/),
      customerId: standard.customerId,
      legs: [{ id: 7001 }],
      idempotency: key,
      startedAt: 0,
      leaseUntil: 45_000,
    })
    answer({ kind: 'accepted' })
    expect(valueOf(await slow).order.coupon).toMatchObject({ usage: 1 })
    expect(await stockOf(market, 101)).toEqual([4, 0])
    expect(await market.store.read((tx) => tx.countCouponUsesBy(9, standard.customerId))).toBe(1)
    expect(await findPayment()).toBeUndefined()
  })

  it('leaves no timer behind', async () => {
    await attempt()
    expect(market.time.due).toEqual([])
  })

  it('places the order as of the answer', async () => {
    const { slow, answer } = await begin()
    market.clock.advance(14)
    answer({ kind: 'accepted' })
    const { order } = valueOf(await slow)
    expect(order).toMatchObject({ purchasedAt: market.clock.now(), status: 'Processing' })
    expect(order.units.map((unit) => unit.fulfilledAt)).toStrictEqual(order.units.map(() => null))
  })

  it('answers nobody with the order of another', async () => {
    const { slow, answer } = await begin()
    await market.store.transaction((tx) => tx.seed(sampleSeed))
    // Order numbers restart, and ids are derived from them.
    expect((await buy(market, callerOf('elite'))).id).toBe(100_001)
    answer({ kind: 'accepted' })
    await expect(slow).rejects.toBeInstanceOf(PaymentUnavailableError)
  })
})

describe('a charge whose answer is lost', () => {
  it.each<GatewayFault>(['throws before', 'silent before'])(
    'gives everything back where it %s charging',
    async (fault) => {
      const before = await bookEntries(market)
      market.gateway.faults.charge.push(fault)
      await expect(attempt({ couponCode: 'SAVE10' })).rejects.toBeInstanceOf(PaymentUnavailableError)
      expect(await bookEntries(market)).toEqual(before)
      expect(await findPayment()).toBeUndefined()
      expect(market.gateway.taken.size).toBe(0)
    },
  )

  it.each<GatewayFault>(['throws after', 'silent after'])(
    'places the order where it %s charging',
    async (fault) => {
      market.gateway.faults.charge.push(fault)
      const outcome = await attempt()
      expect(outcome).toMatchObject({ kind: 'done', isReplay: false, value: { order: { dueCents: 4483 } } })
      expect(await attempt()).toEqual({ ...outcome, isReplay: true })
      expect(market.gateway.taken.size).toBe(1)
    },
  )

  it('says what went wrong', async () => {
    market.gateway.faults.charge.push('throws before')
    await expect(attempt()).rejects.toMatchObject({
      name: 'PaymentUnavailableError',
      cause: { message: 'The gateway is away' },
    })
  })

  it('remembers nothing under the key', async () => {
    market.gateway.faults.charge.push('throws before')
    await expect(attempt()).rejects.toBeInstanceOf(PaymentUnavailableError)
    expect(await attempt()).toMatchObject({ kind: 'done', isReplay: false })
  })

  it('tries no other leg', async () => {
    market.gateway.faults.charge.push('silent before')
    const failed = attempt({ method: 'ACH_CREDITCARD' })
    await expect(failed).rejects.toBeInstanceOf(PaymentUnavailableError)
    expect(market.charges).toHaveLength(1)
    expect(market.gateway.cancels).toHaveLength(1)
  })

  it('is paid by the leg that was accepted', async () => {
    market.gateway.faults.charge.push(undefined, 'throws after')
    const { order } = valueOf(await attempt({ method: 'ACH_CREDITCARD', bankId: 7002 }))
    expect(order).toMatchObject({ dueCents: 4483, payment: { paidBy: 'card', accountNumber: null } })
  })

  it('still expects the bank to return it', async () => {
    market.gateway.faults.charge.push('throws after')
    const { order } = valueOf(await attempt({ bankId: 7003 }))
    const stored = await market.store.read((tx) => tx.findOrder(order.id))
    expect(stored?.plan.at(-1)).toEqual({ at: market.clock.now() + 48 * 3_600_000, do: 'return' })
  })
})

/** Runs a checkout whose charge and cancellation both fail at the gateway. */
const loseTouch = async (charge: GatewayFault, cancel: GatewayFault = 'throws before') => {
  market.gateway.faults.charge.push(charge)
  market.gateway.faults.cancel.push(cancel)
  await expect(attempt({ couponCode: 'SAVE10' })).rejects.toBeInstanceOf(PaymentUnavailableError)
}

describe('a payment that cannot be canceled', () => {
  it.each<[GatewayFault, GatewayFault]>([
    ['throws before', 'throws before'],
    ['throws after', 'silent before'],
    ['silent after', 'throws after'],
  ])('stays pending: %s charging, %s canceling', async (charge, cancel) => {
    await loseTouch(charge, cancel)
    expect(await findPayment()).toMatchObject({ idempotency: key })
    expect(await stockOf(market, 101)).toEqual([5, 1])
    expect(await audit()).toEqual([])
  })

  it.each<[GatewayFault, number]>([
    ['throws before', 0],
    ['throws after', 1],
  ])('is settled when its lease is over: %s charging', async (fault, placed) => {
    await loseTouch(fault)
    market.time.advance(44_999)
    expect(await settlePayments(market.deps)).toBe(0)
    market.time.advance(1)
    expect(await settlePayments(market.deps)).toBe(1)
    expect(await market.store.read((tx) => tx.countOrders())).toBe(placed)
    expect(await stockOf(market, 101)).toEqual([5 - placed, 0])
    expect(await market.store.read((tx) => tx.countCouponUsesBy(1, standard.customerId))).toBe(placed)
    expect(await audit()).toEqual([])
    expect(await settlePayments(market.deps)).toBe(0)
  })

  it('keeps no earlier key from its answer', async () => {
    const { order } = valueOf(await attempt())
    market.gateway.faults.charge.push('throws after')
    market.gateway.faults.cancel.push('throws before')
    await expect(buy(market, standard)).rejects.toBeInstanceOf(PaymentUnavailableError)
    expect(await attempt()).toMatchObject({ isReplay: true, value: { order: { id: order.id } } })
    expect(market.time.due).toEqual([])
  })

  it('is settled by whoever asks after its lease', async () => {
    await loseTouch('throws after')
    market.time.advance(45_000)
    expect(await attempt()).toMatchObject({ kind: 'done', isReplay: true })
    expect(market.charges).toHaveLength(1)
  })

  it('keeps its customer from paying while the gateway is away', async () => {
    await loseTouch('throws after')
    market.time.advance(45_000)
    for (let times = 0; times < 2; times += 1) {
      market.gateway.faults.cancel.push('throws before')
      await expect(attempt()).rejects.toBeInstanceOf(PaymentUnavailableError)
    }
    expect(market.charges).toHaveLength(1)
  })

  it('is charged no more, whatever comes late', async () => {
    await loseTouch('throws before')
    market.time.advance(45_000)
    await settlePayments(market.deps)
    const [late] = market.charges
    if (late === undefined) throw new Error('Nothing was charged')
    expect(await market.gateway.charge(late)).toEqual({ kind: 'refused' })
  })
})

describe('a process', () => {
  it('answers what another made of its payment', async () => {
    const { slow, answer } = await begin()
    const payment = await findPayment()
    if (payment === undefined) throw new Error('There is no payment')
    const { reference, legs, order, customerId } = payment
    const kind = legs[0]?.kind ?? 'bank'
    await market.gateway.charge({
      kind,
      customerId,
      methodId: 7001,
      amountCents: order.dueCents,
      reference,
      leg: 0,
    })
    await market.store.transaction((tx) => tx.leasePayment(reference, Number.MAX_SAFE_INTEGER, 0))
    expect(await settlePayments(market.deps)).toBe(1)
    market.clock.advance(60)
    await sweep(market.deps)
    answer({ kind: 'accepted' })
    expect(valueOf(await slow).order).toMatchObject({ orderId: order.orderId, status: 'Processing' })
    expect(await market.store.read((tx) => tx.countOrders())).toBe(1)
    expect(await stockOf(market, 101)).toEqual([4, 0])
  })

  it('places nothing where another has given up its payment', async () => {
    const { slow, answer } = await begin()
    await market.store.transaction(async (tx) =>
      tx.leasePayment((await tx.findPaymentOf(5))?.reference ?? '', Number.MAX_SAFE_INTEGER, 0),
    )
    expect(await settlePayments(market.deps)).toBe(1)
    answer({ kind: 'refused' })
    await expect(slow).rejects.toBeInstanceOf(PaymentUnavailableError)
    expect(await stockOf(market, 101)).toEqual([5, 0])
    expect(await attempt()).toMatchObject({ kind: 'done', isReplay: false })
  })

  it('loses no order to a store that fails at the end', async () => {
    const { store } = market
    let transactions = 0
    const failing = {
      ...store,
      transaction: (...args: Parameters<typeof store.transaction>) => {
        transactions += 1
        return transactions === 2 ? Promise.reject(new Error('The disk is full')) : store.transaction(...args)
      },
    } as typeof store
    await expect(attempt({}, { ...market.deps, store: failing })).rejects.toThrow('The disk is full')
    market.time.advance(45_000)
    await settlePayments(market.deps)
    expect(await attempt()).toMatchObject({ kind: 'done', isReplay: true })
    expect(market.gateway.taken.size).toBe(1)
  })

  it.each(Array.from({ length: 8 }, (_, moments) => [moments] as const))(
    'may die after %i moments of a purchase',
    async (moments) => {
      const { deps, died } = createMortalProcess(market.deps, moments)
      const result = await Promise.race([attempt({ couponCode: 'ONCE' }, deps), died])
      expect(result === 'died').toBe(moments < 6)
      market.time.advance(45_000)
      await settlePayments(market.deps)
      expect(await audit()).toEqual([])
      const placed = await market.store.read((tx) => tx.countOrders())
      expect(market.gateway.taken.size).toBe(placed)
      expect(await attempt({ couponCode: 'ONCE' })).toMatchObject({ kind: 'done', isReplay: placed === 1 })
    },
  )
})
