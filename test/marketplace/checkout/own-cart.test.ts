import { describe, expect, it } from 'vitest'
import { addCards, checkout, createCart } from '@giftcards/marketplace'
import {
  buy,
  callerOf,
  cardsCheckout,
  checkoutLine,
  refusalOf,
  standard,
  valueOf,
} from '@giftcards/marketplace/testing'
import { stockOf } from '../samples/book-entries.ts'
import { holdCharge } from '../samples/hold-charge.ts'
import { settlePayments } from '../samples/settle-payments.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const minute = 60

const market = useMarketplace()
const cartOf = () =>
  market.store.read((tx) => tx.findCartOf({ kind: 'customer', customerId: standard.customerId }))
/** Returns the numbers of ordinary and low-risk cards of merchant 101 in the cart. */
async function inCart(): Promise<readonly number[]> {
  const lines = (await cartOf())?.lines ?? []
  return [false, true].map((isLowRisk) =>
    lines.filter((line) => line.isLowRisk === isLowRisk).reduce((sum, { quantity }) => sum + quantity, 0),
  )
}
const fill = async (quantity: number): Promise<string> => {
  const { cart } = await createCart(market.deps, standard)
  valueOf(await addCards(market.deps, standard, cart.id, [checkoutLine({ quantity })]))
  return cart.id
}
const order = (quantity: number, change: object = {}) => ({
  lines: [checkoutLine({ quantity })],
  ...change,
})

describe('a checkout of cards beside a cart of the same', { meta: { rules: ['D6-05'] } }, () => {
  it('buys what the cart has reserved when nothing else is left', async () => {
    await fill(9)
    expect(await inCart()).toEqual([5, 4])
    const { units } = await buy(market, standard, order(9))
    expect(units.filter((unit) => unit.isLowRisk)).toHaveLength(4)
    expect(await inCart()).toEqual([0, 0])
    expect(await stockOf(market, 101)).toEqual([0, 0])
  })

  it('leaves in the cart what it does not need', async () => {
    const id = await fill(3)
    const before = (await cartOf())?.lines
    await buy(market, standard, order(2))
    expect(await inCart()).toEqual([1, 0])
    expect(await cartOf()).toMatchObject({ id, lines: [{ id: before?.[0]?.id, quantity: 1 }] })
    expect(await stockOf(market, 101)).toEqual([3, 1])
  })

  it('takes the rest from free stock', async () => {
    await fill(2)
    await buy(market, standard, order(4))
    expect(await inCart()).toEqual([0, 0])
    expect(await stockOf(market, 101)).toEqual([1, 0])
  })

  it('takes no ordinary card where low risk is asked', async () => {
    await fill(2)
    await buy(market, standard, { lines: [checkoutLine({ onlyLowRisk: true })] })
    expect(await inCart()).toEqual([2, 0])
  })

  it('leaves its low-risk cards to the line that needs them', async () => {
    await fill(9)
    const lines = [checkoutLine({ quantity: 5 }), checkoutLine({ onlyLowRisk: true, quantity: 4 })]
    expect(valueOf(await checkout(market.deps, standard, cardsCheckout({ lines }))).order.units).toHaveLength(
      9,
    )
  })

  it('takes nothing of another kind, or of somebody else', async () => {
    await fill(2)
    await buy(market, callerOf('elite'), order(1))
    await buy(market, standard, {
      lines: [checkoutLine({ type: 'physical', faceValueCents: 10_000, percentOffBps: 700 })],
    })
    expect(await inCart()).toEqual([2, 0])
  })

  it('takes nothing of a cart that has expired', async () => {
    await fill(2)
    market.clock.advance(30 * minute)
    await buy(market, standard, order(1))
    expect(await stockOf(market, 101)).toEqual([4, 2])
  })
})

describe('a checkout that fails', { meta: { rules: ['D6-09', 'D6-41'] } }, () => {
  it('leaves the cart alone where it is refused at once', async () => {
    await fill(3)
    const before = await cartOf()
    expect(refusalOf(await checkout(market.deps, standard, cardsCheckout(order(20))))).toBe(
      'cards_unavailable',
    )
    expect(await cartOf()).toEqual(before)
  })

  it('has its cards in the cart again when the payment is declined', async () => {
    await fill(3)
    const before = await cartOf()
    const refused = await checkout(market.deps, standard, cardsCheckout(order(4, { bankId: 7002 })))
    expect(refusalOf(refused)).toBe('payment_declined')
    expect(await cartOf()).toEqual(before)
    expect(await stockOf(market, 101)).toEqual([5, 3])
  })

  it('has each line in its place again', async () => {
    await fill(9)
    const before = await cartOf()
    const refused = await checkout(market.deps, standard, cardsCheckout(order(5, { bankId: 7002 })))
    expect(refusalOf(refused)).toBe('payment_declined')
    expect(before?.lines.map((line) => line.quantity)).toEqual([5, 4])
    expect(await cartOf()).toEqual(before)
  })

  it('adds them to what the cart has got meanwhile', async () => {
    const id = await fill(2)
    const held = holdCharge(market)
    const slow = checkout(held.deps, standard, cardsCheckout(order(2)))
    await held.cameIn
    expect([await inCart(), await stockOf(market, 101)]).toEqual([
      [0, 0],
      [5, 2],
    ])
    valueOf(await addCards(market.deps, standard, id, [checkoutLine({ quantity: 1 })]))
    held.answer({ kind: 'refused' })
    expect(refusalOf(await slow)).toBe('payment_declined')
    expect([await inCart(), await stockOf(market, 101)]).toEqual([
      [3, 0],
      [5, 3],
    ])
    expect((await cartOf())?.lines).toHaveLength(1)
  })

  it('frees them where the cart has expired meanwhile', async () => {
    await fill(2)
    market.gateway.faults.charge.push('throws before')
    market.gateway.faults.cancel.push('throws before')
    await expect(checkout(market.deps, standard, cardsCheckout(order(2)))).rejects.toThrow('gateway')
    market.clock.advance(30 * minute)
    market.time.advance(3600_000)
    await settlePayments(market.deps)
    expect([await inCart(), await stockOf(market, 101)]).toEqual([
      [0, 0],
      [5, 0],
    ])
    expect((await market.store.checkBooks()).broken).toEqual([])
  })
})
