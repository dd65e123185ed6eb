import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  cartCheckoutOf,
  checkoutOf,
  fillCart,
  placeOrder,
  type Sandbox,
  startSandbox,
  storyCard,
  storyCards,
  storyPayments,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const refusedBank = { method: 'ACH', details: { id: 7002 } }
/** From this bank account, or from a card that is accepted. */
const paidWith = (id: number) => ({
  method: 'ACH_CREDITCARD',
  details: { id, creditCardDetails: { creditCardId: 8001 } },
})
const unknownId = '00000000-0000-4000-8000-000000000000'

describe('a stored refusal', () => {
  it('of a payment is replayed', { meta: { rules: ['D13-11'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const headers = { 'idempotency-key': 'declined' }
    const five = checkoutOf([storyCard.harborB2B(5)], storyPayments.STORE_CREDIT)
    const first = await partner.call('checkout', { ...five, headers })
    expect([first.code, first.headers.get('idempotent-replayed')]).toStrictEqual(['payment_declined', null])
    const path = { email: 'standard@example.com' }
    await sandbox.wantControl('setStoreCredit', 200, { path, body: { amount: 500 } })
    const second = await partner.call('checkout', { ...five, headers })
    expect([second.status, second.text]).toStrictEqual([first.status, first.text])
    expect([second.code, second.headers.get('idempotent-replayed')]).toStrictEqual([
      'payment_declined',
      'true',
    ])
    const anew = await partner.call('checkout', { ...five, headers: { 'idempotency-key': 'another' } })
    expect(anew.status).toBe(201)
  })

  it('of missing stock is replayed', { meta: { rules: ['D13-11'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const headers = { 'idempotency-key': 'missing' }
    const { quantity: _quantity, ...key } = storyCard.pixelSoldOut()
    const wanted = { ...checkoutOf([storyCard.pixelSoldOut()]), headers }
    const first = await partner.call('checkout', wanted)
    expect(first.code).toBe('cards_unavailable')
    await sandbox.wantControl('setInventory', 200, { body: { ...key, isLowRisk: false, onHand: 5 } })
    const second = await partner.call('checkout', wanted)
    expect([second.code, second.text]).toStrictEqual([first.code, first.text])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect((await partner.call('checkout', checkoutOf([storyCard.pixelSoldOut()]))).status).toBe(201)
  })
})

describe('the precedence at checkout', () => {
  it('has the saved method after the method string', { meta: { rules: ['D13-12'] } }, async () => {
    const partner = await sandbox.partner('empty@example.com')
    const soldOut = [storyCard.pixelSoldOut()]
    const couponCode = 'NO-SUCH-CODE'
    const unsaved = checkoutOf(soldOut, { method: 'ACH', details: { id: 7001 } }, { couponCode })
    expect((await partner.call('checkout', unsaved)).code).toBe('payment_method_not_found')
    const unknown = checkoutOf(soldOut, { method: 'PAYPAL', details: { id: 7999 } }, { couponCode })
    expect((await partner.call('checkout', unknown)).code).toBe('payment_method_invalid')
  })
})

describe('the cart shape', () => {
  it('asks for the drawdown standing before the cart', { meta: { rules: ['D13-13'] } }, async () => {
    const inactive = await sandbox.partner('elite-inactive@example.com')
    const customer = await sandbox.store.read((tx) => tx.findCustomerByEmail('elite-inactive@example.com'))
    // Neither active nor complete: activity is judged first.
    await sandbox.store.transaction((tx) => tx.updateCustomer(customer!.id, { address: null }))
    expect((await inactive.call('checkout', cartCheckoutOf(unknownId))).code).toBe('drawdown_inactive')
    const cases = [
      ['standard@example.com', 'drawdown_not_authorized'],
      ['elite-noprofile@example.com', 'customer_details_required'],
      ['elite@example.com', 'cart_not_found'],
    ] as const
    for (const [email, code] of cases) {
      const partner = await sandbox.partner(email)
      expect((await partner.call('checkout', cartCheckoutOf(unknownId))).code).toBe(code)
    }
  })

  it('asks for the owner before inventory', { meta: { rules: ['D13-14'] } }, async () => {
    const elite = await sandbox.partner('elite@example.com')
    const other = await sandbox.partner('standard@example.com')
    const foreign = await fillCart(other, [storyCard.magic(906)])
    expect((await elite.call('checkout', cartCheckoutOf(foreign.cartId))).code).toBe('cart_not_found')
    const own = await fillCart(elite, [storyCard.magic(906)])
    expect((await elite.call('checkout', cartCheckoutOf(own.cartId))).code).toBe('cards_unavailable')
  })

  it('asks for inventory before funds', { meta: { rules: ['D13-15'] } }, async () => {
    const poor = await sandbox.partner('elite-poor@example.com')
    const { cartId, cards } = await fillCart(poor, [storyCard.magic(906), storyCard.magic(905, 2)])
    expect((await poor.call('checkout', cartCheckoutOf(cartId))).code).toBe('cards_unavailable')
    await poor.want('removeCard', 200, { path: { cartId, cardId: cards[0]!.id } })
    expect((await poor.call('checkout', cartCheckoutOf(cartId))).code).toBe('drawdown_insufficient')
  })

  it('refuses an empty cart', { meta: { rules: ['D13-16'] } }, async () => {
    const elite = await sandbox.partner('elite@example.com')
    const { cartId } = await elite.want('createCart', 201, { body: { action: 'buy' } })
    const refused = await elite.call('checkout', cartCheckoutOf(cartId))
    expect([refused.status, ...refused.messages]).toStrictEqual([
      400,
      'Not all requested cards were added to the cart',
    ])
  })
})

describe('the trigger insufficient_inventory', () => {
  it('speaks of the cards at checkout', { meta: { rules: ['D13-17'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const headers = { 'x-sandbox-trigger': 'insufficient_inventory' }
    const { cartId } = await fillCart(partner, [storyCard.harborB2B()])
    for (const body of [checkoutOf([storyCard.harborB2B()]), cartCheckoutOf(cartId)]) {
      const refused = await partner.call('checkout', { ...body, headers })
      expect([refused.status, refused.code, ...refused.messages]).toStrictEqual([
        400,
        'cards_unavailable',
        'Not all requested cards were added to the cart',
      ])
    }
  })
})

describe('an order', () => {
  it('names the leg that paid', { meta: { rules: ['D13-21'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const byBank = await placeOrder(partner, [storyCard.harborB2B()], paidWith(7001))
    expect(byBank.paymentDetails).toStrictEqual({
      method: 'ACH Bank Transfer',
      accountNumber: '****7001',
      routingNumber: '****0021',
    })
    const byCard = await placeOrder(partner, [storyCard.harborB2B()], paidWith(7002))
    expect(byCard.paymentDetails).toStrictEqual({ method: 'Credit Card' })
    // The discount of the bank stays.
    expect(byCard.total).toStrictEqual(byBank.total)
  })

  it('shows its coupon like a cart', { meta: { rules: ['D13-22'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    const cart = await fillCart(partner, storyCards)
    const path = { cartId: cart.cartId, couponCode: 'SAVE10' }
    const { couponData } = await partner.want('applyCoupon', 200, { path })
    const { buyOrder } = await partner.want('checkout', 201, cartCheckoutOf(cart.cartId))
    expect(buyOrder.coupon).toStrictEqual(couponData)
    const byCards = await placeOrder(partner, storyCards, storyPayments.ACH, { couponCode: 'save10' })
    expect(Object.keys(byCards.coupon).toSorted()).toStrictEqual(Object.keys(couponData ?? {}).toSorted())
    expect(byCards.coupon).toMatchObject({ coupon: 'SAVE10', type: 'P', totalAmount: 10, usage: 2 })
  })

  it('takes its units off what is on hand', { meta: { rules: ['D13-26'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const onHand = async (): Promise<readonly number[]> => {
      const { inventory } = await sandbox.wantControl('listInventory', 200)
      const row = inventory.find(({ merchantId, type }) => merchantId === 102 && type === 'newEcodeB2B')
      return [row!.onHand, row!.reserved]
    }
    await fillCart(partner, [storyCard.harborB2B(10)])
    expect(await onHand()).toStrictEqual([100, 10])
    // Three of the cart's own.
    await placeOrder(partner, [storyCard.harborB2B(3)])
    expect(await onHand()).toStrictEqual([97, 7])
    await partner.call('checkout', checkoutOf([storyCard.harborB2B(3)], refusedBank))
    expect(await onHand()).toStrictEqual([97, 7])
    const elite = await sandbox.partner('elite@example.com')
    const { cartId } = await fillCart(elite, [storyCard.harborB2B(4)])
    await elite.want('checkout', 201, cartCheckoutOf(cartId))
    expect(await onHand()).toStrictEqual([93, 7])
  })
})
