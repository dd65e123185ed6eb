import { beforeEach, describe, expect, it } from 'vitest'
import { addCards, type CardsWanted, createCart } from '@giftcards/marketplace'
import { anonymous, elite, refusalOf, valueOf } from '@giftcards/marketplace/testing'
import { bookEntries, stockOf } from '../samples/book-entries.ts'
import { useMarketplace } from '../samples/use-marketplace.ts'

const ecode: CardsWanted = {
  merchantId: 101,
  faceValueCents: 5000,
  percentOffBps: 850,
  type: 'ecode',
  quantity: 1,
}
const coffee: CardsWanted = { ...ecode, merchantId: 102, faceValueCents: 500, percentOffBps: 50 }
const bulk: CardsWanted = {
  ...ecode,
  merchantId: 102,
  type: 'newEcodeB2B',
  faceValueCents: 2500,
  percentOffBps: 330,
}
const soldOut: CardsWanted = { ...ecode, merchantId: 103, faceValueCents: 1500, percentOffBps: 1250 }

const market = useMarketplace()
let cartId: string
beforeEach(async () => {
  cartId = (await createCart(market.deps, elite)).cart.id
})
const add = (...wanted: CardsWanted[]) => addCards(market.deps, elite, cartId, wanted)

describe('addCards', () => {
  it('reserves what it adds', { meta: { rules: ['1-02'] } }, async () => {
    const { cart, details } = valueOf(await add({ ...ecode, quantity: 2 }))
    expect(cart.lines).toMatchObject([{ merchantId: 101, quantity: 2, unitCostCents: 4575 }])
    expect(details).toEqual([{ ...ecode, quantity: 2, added: 2 }])
    expect(await stockOf(market, 101)).toEqual([5, 2])
  })

  it('keeps reserved cards from other buyers', { meta: { rules: ['1-04', 'D4-05'] } }, async () => {
    await add({ ...ecode, quantity: 10 })
    const other = await createCart(market.deps, anonymous)
    expect(refusalOf(await addCards(market.deps, anonymous, other.cart.id, [ecode]))).toBe(
      'insufficient_inventory',
    )
  })

  it('merges what is already in the cart', { meta: { rules: ['D4-09'] } }, async () => {
    const before = valueOf(await add(ecode)).cart.lines
    const after = valueOf(await add({ ...ecode, quantity: 2 })).cart.lines
    expect(after).toEqual([{ ...before[0], quantity: 3 }])
  })

  it('merges equal lines of one request', { meta: { rules: ['D4-09'] } }, async () => {
    expect(valueOf(await add(ecode, ecode)).cart.lines).toMatchObject([{ quantity: 2 }])
  })

  it('takes low-risk stock as a second line', { meta: { rules: ['D13-09'] } }, async () => {
    const { cart } = valueOf(await add({ ...ecode, quantity: 7 }))
    expect(cart.lines).toMatchObject([
      { isLowRisk: false, quantity: 5 },
      { isLowRisk: true, quantity: 2 },
    ])
    expect(await stockOf(market, 101, { isLowRisk: true })).toEqual([5, 2])
  })

  it('adds in part and tells of each line', { meta: { rules: ['4.4-09'] } }, async () => {
    const { cart, details } = valueOf(await add({ ...ecode, quantity: 12 }, coffee, soldOut))
    expect(details.map((line) => [line.quantity, line.added])).toEqual([
      [12, 10],
      [1, 1],
      [1, 0],
    ])
    expect(cart.lines.map((line) => line.quantity)).toEqual([5, 5, 1])
  })

  it('refuses where nothing at all is available', { meta: { rules: ['D4-13'] } }, async () => {
    await add(coffee)
    const before = await bookEntries(market)
    expect(refusalOf(await add(soldOut))).toBe('insufficient_inventory')
    expect(await bookEntries(market)).toEqual(before)
  })

  it.each([
    ['merchant', { merchantId: 999 }],
    ['face value', { faceValueCents: 5001 }],
    ['percentage', { percentOffBps: 849 }],
    ['type', { type: 'newEcodeB2B' }],
  ] as const)('finds nothing under another %s', { meta: { rules: ['1-02'] } }, async (_, change) => {
    expect(refusalOf(await add({ ...ecode, ...change }))).toBe('insufficient_inventory')
  })

  it('refuses more than 500 cards and adds nothing', { meta: { rules: ['D4-21', 'D13-10'] } }, async () => {
    await add(...Array.from({ length: 5 }, () => ({ ...bulk, quantity: 100 })))
    const before = await bookEntries(market)
    expect(refusalOf(await add(ecode))).toBe('too_many_cards')
    expect(await bookEntries(market)).toEqual(before)
    expect(before.carts[0]?.lines).toMatchObject([{ quantity: 500 }])
  })

  it('never oversells to concurrent buyers', { meta: { rules: ['D4-05'] } }, async () => {
    const sessions = Array.from({ length: 12 }, (_, index) => ({ ...anonymous, sessionId: `s${index}` }))
    const outcomes = await Promise.all(
      sessions.map(async (caller) => {
        const { cart } = await createCart(market.deps, caller)
        return addCards(market.deps, caller, cart.id, [ecode])
      }),
    )
    expect(outcomes.filter((outcome) => outcome.kind === 'done')).toHaveLength(10)
    expect(await stockOf(market, 101)).toEqual([5, 5])
    expect(await stockOf(market, 101, { isLowRisk: true })).toEqual([5, 5])
  })
})
