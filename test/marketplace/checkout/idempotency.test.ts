import { describe, expect, it } from 'vitest'
import {
  type CardsCheckout,
  checkout,
  createCheckoutQueue,
  type CustomerCaller,
} from '@giftcards/marketplace'
import { cardsCheckout, checkoutLine, refusalOf, standard, valueOf } from '@giftcards/marketplace/testing'
import { bookEntries, stockOf } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const key = { key: 'key-1', fingerprint: 'one' }
const market = useMarketplace()
const attempt = (change: Partial<CardsCheckout> = {}, idempotency = key, caller: CustomerCaller = standard) =>
  checkout(market.deps, caller, cardsCheckout(change), idempotency)

describe('checkout under an Idempotency-Key', () => {
  it('refuses another request', { meta: { rules: ['D6-16'] } }, async () => {
    await attempt()
    const other = await attempt({}, { key: 'key-1', fingerprint: 'two' })
    expect(other).toMatchObject({ refusal: { kind: 'idempotency_mismatch' }, isReplay: false })
    expect(market.charges).toHaveLength(1)
  })

  it.each<[string, Partial<CardsCheckout>]>([
    ['payment_declined', { bankId: 7002 }],
    ['payment_declined', { method: 'STORE_CREDIT', lines: [checkoutLine({ quantity: 3 })] }],
    ['cards_unavailable', { lines: [checkoutLine({ quantity: 11 })] }],
    ['coupon_expired', { couponCode: 'EXPIRED' }],
  ])('remembers a refusal: %s', { meta: { rules: ['D13-11'] } }, async (refusal, change) => {
    const before = await bookEntries(market)
    expect(await attempt(change)).toMatchObject({ refusal: { kind: refusal }, isReplay: false })
    expect(await attempt({})).toMatchObject({ refusal: { kind: refusal }, isReplay: true })
    expect(await bookEntries(market)).toEqual(before)
  })

  it('throws for a stored refusal of unknown kind', async () => {
    const record = { ...key, customerId: standard.customerId, outcome: { refusal: 'coupon_not_found' } }
    await market.store.transaction((tx) =>
      tx.putIdempotencyRecord({ ...record, expiresAt: market.clock.now() + 1 }),
    )
    await expect(attempt()).rejects.toThrow('has an unknown refusal: coupon_not_found')
    market.clock.advance(0.001)
    expect(await attempt()).toMatchObject({ kind: 'done', isReplay: false })
  })

  it.each<[string, Partial<CardsCheckout>]>([
    ['payment_method_invalid', { method: 'BITCOIN' }],
    ['payment_method_not_found', { bankId: 4242 }],
    ['drawdown_not_authorized', { method: 'DRAWDOWN_ACCOUNT' }],
    ['coupon_not_found', { couponCode: 'NOPE' }],
  ])(
    'forgets what came before the reservation: %s',
    { meta: { rules: ['D6-20'] } },
    async (refusal, change) => {
      expect(refusalOf(await attempt(change))).toBe(refusal)
      expect(await attempt({}, { key: 'key-1', fingerprint: 'two' })).toMatchObject({
        kind: 'done',
        isReplay: false,
      })
    },
  )

  it('forgets after 24 hours', { meta: { rules: ['D6-19'] } }, async () => {
    const first = valueOf(await attempt())
    market.clock.advance(24 * 3600 - 0.001)
    expect(valueOf(await attempt()).order.orderId).toBe(first.order.orderId)
    market.clock.advance(0.001)
    const later = await attempt()
    expect(later.isReplay).toBe(false)
    expect(valueOf(later).order.orderId).not.toBe(first.order.orderId)
    expect((await attempt()).isReplay).toBe(true)
  })

  it('refuses a twin in flight', { meta: { rules: ['D6-17'] } }, async () => {
    const deps = { ...market.deps, queue: createCheckoutQueue(() => () => {}) }
    const outcomes = await Promise.all([1, 2].map(() => checkout(deps, standard, cardsCheckout(), key)))
    expect(outcomes.map(refusalOf)).toEqual(['done', 'checkout_in_progress'])
    expect((await checkout(deps, standard, cardsCheckout(), key)).isReplay).toBe(true)
  })

  it.each<[string, Partial<CardsCheckout>, number]>([
    ['an order', {}, 1],
    ['a refusal by the gateway', { bankId: 7002 }, 0],
    ['a refusal before it', { couponCode: 'EXPIRED' }, 0],
    ['an order without a gateway', { method: 'STORE_CREDIT' }, 1],
  ])('holds between processes for %s', async (_, change, sold) => {
    // Each process has its own queue; they share only the store.
    const processes = [1, 2, 3].map(() => ({ ...market.deps, queue: createCheckoutQueue(() => () => {}) }))
    const outcomes = await Promise.all(
      processes.map((deps) => checkout(deps, standard, cardsCheckout(change), key)),
    )
    const answered = outcomes.filter((outcome) => refusalOf(outcome) !== 'checkout_in_progress')
    expect(answered.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
    const again = await attempt(change)
    expect(again.isReplay).toBe(true)
    for (const outcome of answered) expect({ ...outcome, isReplay: true }).toEqual(again)
    expect(await stockOf(market, 101)).toEqual([5 - sold, 0])
    expect(market.charges.length).toBeLessThan(2)
  })

  it('leaves the queue after a defect', async () => {
    const queue = createCheckoutQueue(() => () => {})
    const before = await bookEntries(market)
    const broken = { ...market.deps, queue, ids: { uuid: throwBug, next: throwBug } }
    await expect(checkout(broken, standard, cardsCheckout(), key)).rejects.toThrow('a bug')
    expect(await bookEntries(market)).toEqual(before)
    const outcome = await checkout({ ...market.deps, queue }, standard, cardsCheckout(), key)
    expect(outcome).toMatchObject({ kind: 'done', isReplay: false })
  })

  it('leaves the answer to whoever has begun meanwhile', async () => {
    const { store } = market.deps
    const slow = Promise.withResolvers<{ kind: 'accepted' }>()
    const gateway = { ...market.deps.gateway, charge: () => slow.promise }
    let other: ReturnType<typeof checkout> | undefined
    const transaction: typeof store.transaction = async (...args) => {
      const result = await store.transaction(...args)
      if (other === undefined) {
        other = checkout({ ...market.deps, gateway }, standard, cardsCheckout(), key)
        await store.transaction((tx) => tx.findPaymentOf(standard.customerId))
      }
      return result
    }
    const refused = cardsCheckout({ couponCode: 'EXPIRED' })
    const outcome = await checkout(
      { ...market.deps, store: { ...store, transaction } },
      standard,
      refused,
      key,
    )
    expect(refusalOf(outcome)).toBe('checkout_in_progress')
    slow.resolve({ kind: 'accepted' })
    expect(await other).toMatchObject({ kind: 'done', isReplay: false })
    expect(await attempt()).toMatchObject({ kind: 'done', isReplay: true })
  })
})

function throwBug(): never {
  throw new Error('a bug')
}
