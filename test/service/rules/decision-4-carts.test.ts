import { describe, expect, it } from 'vitest'
import {
  type Cart,
  checkoutOf,
  fillCart,
  type Partner,
  storyAddress,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const harbor = storyCard.harborB2B

const add = (partner: Partner, cartId: string, cards: readonly object[]) =>
  partner.call('addCards', { path: { cartId }, body: { cards } })

const activeCart = async (partner: Partner): Promise<Cart> =>
  (await partner.call('createCart', { body: { action: 'buy' } })).body as Cart

const adjust = (partner: Partner, cart: Cart, qty: unknown) =>
  partner.call('adjustCardQuantity', {
    path: { cartId: cart.cartId, cardId: cart.cards[0]!.id },
    body: { qty },
  })

/** Adds these cards to a cart and buys them. Returns the codes of both responses. */
async function codesOf(partner: Partner, cards: readonly object[]): Promise<readonly (string | null)[]> {
  const { cartId } = await activeCart(partner)
  const added = await add(partner, cartId, cards)
  const bought = await partner.call('checkout', checkoutOf(cards as never, { method: 'PAYPAL' }))
  return [added.code, bought.code]
}

/** Returns well-formed lines of a card that is out of stock. */
const soldOutLines = (count: number) => Array.from({ length: count }, () => storyCard.pixelSoldOut())

describe('addCards', () => {
  it('merges into the line that is there', { meta: { rules: ['D4-10'] } }, async () => {
    const partner = await sandbox.partner()
    const first = await fillCart(partner, [harbor(2), storyCard.pixelEcode()])
    const second = await fillCart(partner, [harbor(3)])
    expect(second.cards.map(({ id, quantity }) => [id, quantity])).toStrictEqual([
      [first.cards[0]!.id, 5],
      [first.cards[1]!.id, 1],
    ])
    expect([first.cards[0]!.cost, second.cards[0]!.cost]).toStrictEqual([24.18, 24.18])
    const twice = await fillCart(partner, [storyCard.harborEcode(1), storyCard.harborEcode(2)])
    expect(twice.cards).toHaveLength(3)
    expect(twice.cards[2]).toMatchObject({ quantity: 3, cost: 4.98 })
  })
})

describe('adjustCardQuantity', () => {
  it('takes −100 to 100 but not 0', { meta: { rules: ['D4-14', 'D4-15'] } }, async () => {
    const partner = await sandbox.partner()
    await sandbox.wantControl('setInventory', 200, { body: { ...stockRow(harbor()), onHand: 400 } })
    const cart = await fillCart(partner, [harbor(100), harbor(100)])
    for (const qty of [0, 101, -101, 1e9, 0.5, '1', null]) {
      const refused = await adjust(partner, cart, qty)
      expect([refused.status, refused.code]).toStrictEqual([400, 'validation_error'])
    }
    expect(await activeCart(partner)).toStrictEqual(cart)
    expect((await adjust(partner, cart, 100)).body).toMatchObject({ cards: [{ quantity: 300 }] })
    expect((await adjust(partner, cart, -100)).body).toMatchObject({ cards: [{ quantity: 200 }] })
  })

  it('never takes the last card', { meta: { rules: ['D4-16'] } }, async () => {
    const partner = await sandbox.partner()
    const cart = await fillCart(partner, [harbor(2)])
    for (const qty of [-2, -3, -100]) {
      const refused = await adjust(partner, cart, qty)
      expect([refused.status, refused.code, ...refused.messages]).toStrictEqual([
        400,
        'quantity_below_one',
        'Quantity cannot be reduced to zero, remove the card instead',
      ])
    }
    expect(await activeCart(partner)).toStrictEqual(cart)
    expect((await adjust(partner, cart, -1)).body).toMatchObject({ cards: [{ quantity: 1 }] })
  })
})

describe('the limits of a request', () => {
  const refused = ['validation_error', 'validation_error']
  /** The codes of both operations for well-formed lines: no stock, or an unknown payment method. */
  const accepted = ['insufficient_inventory', 'payment_method_invalid']

  it('allow 1 to 100 of a card', { meta: { rules: ['D4-19'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    for (const quantity of [0, -1, 101, 1.5]) {
      expect(await codesOf(partner, [{ ...storyCard.pixelSoldOut(), quantity }])).toStrictEqual(refused)
    }
    for (const quantity of [1, 100]) {
      expect(await codesOf(partner, [storyCard.pixelSoldOut(quantity)])).toStrictEqual(accepted)
    }
  })

  it('allow 50 lines', { meta: { rules: ['D4-20'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    expect(await codesOf(partner, soldOutLines(51))).toStrictEqual(refused)
    expect(await codesOf(partner, soldOutLines(50))).toStrictEqual(accepted)
  })

  it('allow face values of 0.01 to 2000', { meta: { rules: ['D4-22'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    for (const faceValue of [0, -5, 2000.01, 1e300, '50']) {
      expect(await codesOf(partner, [{ ...harbor(), faceValue }])).toStrictEqual(refused)
    }
    for (const faceValue of [0.01, 2000]) {
      expect(await codesOf(partner, [{ ...harbor(), faceValue }])).toStrictEqual(accepted)
    }
  })

  it('allow percentages of 0 to below 100', { meta: { rules: ['D4-23'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    for (const percentOff of [-0.01, 100, 250]) {
      expect(await codesOf(partner, [{ ...harbor(), percentOff }])).toStrictEqual(refused)
    }
    for (const percentOff of [0, 99.99]) {
      expect(await codesOf(partner, [{ ...harbor(), percentOff }])).toStrictEqual(accepted)
    }
  })
})

describe('unknown properties', () => {
  it('of a request are ignored', { meta: { rules: ['D4-37'] } }, async () => {
    const extra = { extra: { nested: [1, 'two'] }, cost: 0.01, price: 0 }
    const partner = await sandbox.partner()
    const customer = { email: 'elite@example.com', password: 'correct-horse-battery', ...extra }
    await partner.want('login', 200, { body: { customer, ...extra } })
    const { cartId } = await partner.want('createCart', 201, { body: { action: 'buy', ...extra } })
    const cards = [{ ...harbor(), ...extra }]
    const added = await partner.want('addCards', 201, { path: { cartId }, body: { cards, ...extra } })
    const cart = 'cart' in added ? added.cart : added
    expect(cart.cards).toMatchObject([{ cost: 24.18 }])
    const path = { cartId, cardId: cart.cards[0]!.id }
    await partner.want('adjustCardQuantity', 200, { path, body: { qty: 1, ...extra } })
    const payment = { ...storyPayments.ACH, details: { id: 7001, ...extra }, ...extra }
    const shippingDetails = { ...storyAddress, ...extra }
    const body = { cards, payment, shippingDetails, billingDetails: shippingDetails, ...extra }
    const { buyOrder } = await partner.want('checkout', 201, { body })
    expect(buyOrder.total).toStrictEqual({ order: '24.18', faceValue: '25.00', due: '23.70' })
    const byCart = { cartId, paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails, ...extra }
    await partner.want('checkout', 201, { body: byCart })
  })
})

/** Returns the bucket of a line, for the inventory control. */
function stockRow({ merchantId, faceValue, percentOff, type }: ReturnType<typeof harbor>) {
  return { merchantId, faceValue, percentOff, type, isLowRisk: false }
}
