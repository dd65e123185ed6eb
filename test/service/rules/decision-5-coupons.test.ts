import { addCoupon, type Coupon } from '@giftcards/marketplace'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type CardRequest,
  type Cart,
  checkoutOf,
  fillCart,
  type Partner,
  type Sandbox,
  startSandbox,
  storyCard,
  storyCards,
  storyPayments,
} from '@giftcards/test-harness'

let sandbox: Sandbox
let partner: Partner
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  partner = await sandbox.partner('elite@example.com')
})

/** A cart with cards, after a coupon was applied. */
async function discounted(cards: readonly CardRequest[], couponCode: string, own = partner): Promise<Cart> {
  const { cartId } = await fillCart(own, cards)
  return own.want('applyCoupon', 200, { path: { cartId, couponCode } })
}

/** The code of the refusal of a coupon. */
async function refusalOf(cards: readonly CardRequest[], couponCode: string, own = partner) {
  const { cartId } = await fillCart(own, cards)
  const { status, code, messages } = await own.call('applyCoupon', { path: { cartId, couponCode } })
  expect([status, messages]).toStrictEqual([400, ['Invalid coupon']])
  return code
}

/** Adds a coupon of 10 % with limits of its own. */
async function define(code: string, limits: Partial<Coupon>): Promise<void> {
  await addCoupon(sandbox.store, {
    code,
    type: 'P',
    amount: 1000,
    description: '10% off',
    startsAt: null,
    expires: '12/31/2099',
    merchantIds: null,
    cardTypes: null,
    eliteOnly: false,
    minimumSubtotalCents: 0,
    usesPerAccount: null,
    usesInTotal: null,
    ...limits,
  })
}

const linesOf = ({ couponData }: Cart) =>
  couponData?.cards.map(({ perCardDiscount, discount }) => [perCardDiscount, discount])

describe('the discount of a coupon', () => {
  it('in dollars counts once, up to the price', { meta: { rules: ['D5-02'] } }, async () => {
    expect((await discounted(storyCards, 'PROMO20')).couponData).toMatchObject({
      totalAmount: 20,
      discount: 20,
    })
    await sandbox.reset()
    partner = await sandbox.partner('elite@example.com')
    expect((await discounted([storyCard.harborEcode()], 'FIVEOFF')).couponData).toMatchObject({
      totalAmount: 5,
      discount: 4.98,
    })
  })

  it('in percent is rounded half up by card', { meta: { rules: ['D5-03', 'D5-06'] } }, async () => {
    const cart = await discounted(storyCards, 'SAVE10')
    expect(linesOf(cart)).toStrictEqual([
      [4.58, 9.16],
      [9.3, 9.3],
    ])
    expect(cart.couponData?.discount).toBe(18.46)
  })

  it(
    'in dollars is spread by cost, earlier cards first',
    { meta: { rules: ['D5-04', 'D5-06'] } },
    async () => {
      // 500 cents over seven equal cards, five in the first line: three of them get 72, the others 71.
      const cart = await discounted([storyCard.northwindEcode(7)], 'FIVEOFF')
      expect(cart.cards.map(({ quantity }) => quantity)).toStrictEqual([5, 2])
      expect(linesOf(cart)).toStrictEqual([
        [0.72, 3.58],
        [0.71, 1.42],
      ])
      expect(cart.couponData?.discount).toBe(5)
    },
  )

  it('in dollars states its average by card', { meta: { rules: ['D5-05'] } }, async () => {
    expect(linesOf(await discounted([storyCard.harborEcode(3)], 'FIVEOFF'))).toStrictEqual([[1.67, 5]])
  })

  it('lists the cards that it is for', { meta: { rules: ['D5-07', 'D5-18'] } }, async () => {
    const cart = await discounted([storyCard.harborEcode(), storyCard.northwindEcode()], 'NORTHWIND15')
    const northwind = cart.cards.find(({ merchant }) => merchant === 101)
    expect(cart.couponData?.cards).toStrictEqual([
      { id: northwind?.id, perCardDiscount: 6.86, discount: 6.86 },
    ])
    expect(cart.couponData?.discount).toBe(6.86)
  })

  it('leaves out cards of other types', { meta: { rules: ['D5-19'] } }, async () => {
    await define('PLASTIC', { cardTypes: ['physical'] })
    const cart = await discounted(storyCards, 'PLASTIC')
    const physical = cart.cards.find(({ type }) => type === 'physical')
    expect(cart.couponData?.cards).toStrictEqual([{ id: physical?.id, perCardDiscount: 9.3, discount: 9.3 }])
  })
})

describe('the code of a coupon', () => {
  it('is refused when it is applied already', { meta: { rules: ['D5-08'] } }, async () => {
    const { cartId } = await discounted(storyCards, 'SAVE10')
    const again = await partner.call('applyCoupon', { path: { cartId, couponCode: 'SAVE10' } })
    expect([again.status, again.code]).toStrictEqual([400, 'coupon_already_applied'])
  })

  it.each([' save10 ', 'Save10', 'SAVE10 '])(
    'may be written %j',
    { meta: { rules: ['D5-09'] } },
    async (code) => {
      const cart = await discounted(storyCards, code)
      expect(cart.couponData?.coupon).toBe('SAVE10')
      const path = { cartId: cart.cartId, couponCode: code }
      expect((await partner.want('removeCoupon', 200, { path })).couponData).toBeNull()
    },
  )
})

describe('the warning of a coupon', () => {
  it('is of cards that it is not for', { meta: { rules: ['D5-11'] } }, async () => {
    const cart = await discounted([storyCard.northwindEcode(), storyCard.harborEcode()], 'NORTHWIND15')
    expect(cart.warningMessage).toBe('Coupon does not apply to every card in the cart')
    expect(await partner.want('createCart', 200, { body: { action: 'buy' } })).toStrictEqual(cart)
  })

  it('is of an amount above the price', { meta: { rules: ['D5-12'] } }, async () => {
    const cart = await discounted([storyCard.harborEcode()], 'PROMO20')
    expect(cart.warningMessage).toBe('Coupon amount is limited to the price of the cards')
    const { cart: larger } = await partner.want('addCards', 201, {
      path: { cartId: cart.cartId },
      body: { cards: [storyCard.northwindEcode()] },
    })
    expect(larger).not.toHaveProperty('warningMessage')
  })

  it('is of a cart with nothing left for it', { meta: { rules: ['D5-13'] } }, async () => {
    const { cartId, cards } = await discounted(
      [storyCard.northwindEcode(), storyCard.harborEcode()],
      'NORTHWIND15',
    )
    const cardId = cards.find(({ merchant }) => merchant === 101)!.id
    const left = await partner.want('removeCard', 200, { path: { cartId, cardId } })
    expect(left.warningMessage).toBe('Coupon no longer applies to any card in the cart')
    expect(left.couponData).toMatchObject({ coupon: 'NORTHWIND15', discount: 0, cards: [] })
  })
})

describe('a limited coupon', () => {
  it('is valid through its last millisecond', { meta: { rules: ['D5-14'] } }, async () => {
    await define('TODAY', { expires: '01/16/2026' })
    await sandbox.wantControl('setClock', 200, { body: { frozen: true, now: '2026-01-16T23:59:59.999Z' } })
    partner = await sandbox.partner('elite@example.com')
    const { cartId } = await discounted(storyCards, 'TODAY')
    await partner.want('removeCoupon', 200, { path: { cartId, couponCode: 'TODAY' } })
    await sandbox.wantControl('setClock', 200, { body: { frozen: true, now: '2026-01-17T00:00:00.000Z' } })
    expect(await refusalOf([storyCard.harborEcode()], 'TODAY')).toBe('coupon_expired')
  })

  it('is refused to other accounts than its tier', { meta: { rules: ['D5-20'] } }, async () => {
    const standard = await sandbox.partner('standard@example.com')
    expect(await refusalOf(storyCards, 'ELITE5', standard)).toBe('coupon_not_eligible')
    expect((await discounted(storyCards, 'ELITE5')).couponData?.coupon).toBe('ELITE5')
  })

  it('is refused below its minimum', { meta: { rules: ['D5-21'] } }, async () => {
    await define('FROM93', { minimumSubtotalCents: 9300 })
    const standard = await sandbox.partner('standard@example.com')
    expect(await refusalOf([storyCard.northwindEcode(2)], 'FROM93', standard)).toBe('coupon_not_eligible')
    const enough = await discounted([storyCard.northwindPhysical()], 'FROM93')
    expect(enough.couponData?.discount).toBe(9.3)
  })

  it('is refused to an account that has used it up', { meta: { rules: ['D5-22'] } }, async () => {
    await define('ONCE', { usesPerAccount: 1 })
    const sale = checkoutOf([storyCard.harborEcode()], storyPayments.ACH, { couponCode: 'ONCE' })
    await partner.want('checkout', 201, sale)
    expect((await partner.call('checkout', sale)).code).toBe('coupon_used_up')
    expect(await refusalOf(storyCards, 'ONCE')).toBe('coupon_used_up')
    const other = await sandbox.partner('standard@example.com')
    expect((await discounted([storyCard.harborEcode()], 'ONCE', other)).couponData?.coupon).toBe('ONCE')
  })

  it('is refused to all when it is spent', { meta: { rules: ['D5-23'] } }, async () => {
    await define('FIRST', { usesInTotal: 1 })
    const sale = checkoutOf([storyCard.harborEcode()], storyPayments.ACH, { couponCode: 'FIRST' })
    await partner.want('checkout', 201, sale)
    const other = await sandbox.partner('standard@example.com')
    expect((await other.call('checkout', sale)).code).toBe('coupon_used_up')
    expect(await refusalOf(storyCards, 'FIRST', other)).toBe('coupon_used_up')
  })
})
