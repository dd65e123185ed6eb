import { changeCustomer } from '@giftcards/marketplace'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bookOf,
  checkoutOf,
  fillCart,
  placeOrder,
  type Sandbox,
  startSandbox,
  storyAddress,
  storyCard,
  storyCards,
  storyPayments,
  storyTime,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const { DRAWDOWN_ACCOUNT } = storyPayments
const withoutBilling = { billingDetails: undefined }

const undiscounted = (faceValue: number) => ({ ...storyCard.harborEcode(), faceValue, percentOff: 0 })

/** The drawdown body: the cart and the method at the top level. */
const cartCheckout = (cartId: string, more: Readonly<Record<string, unknown>> = {}) => ({
  body: { cartId, paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails: storyAddress, ...more },
})

async function takeAddressAway(email: string): Promise<void> {
  await sandbox.store.transaction(async (tx) => {
    const customer = await tx.findCustomerByEmail(email)
    await tx.updateCustomer(customer!.id, { address: null })
  })
}

async function setDrawdown(email: string, change: { readonly isActive: boolean }): Promise<void> {
  await sandbox.store.transaction(async (tx) => {
    const customer = await tx.findCustomerByEmail(email)
    const account = await tx.findDrawdownAccount(customer!.id)
    await tx.putDrawdownAccount({ ...account!, ...change })
  })
}

describe('the two bodies of drawdown checkout', () => {
  it('name a cart at the top level', { meta: { rules: ['4.6-18', '4.6-19'] } }, async () => {
    const elite = await sandbox.partner('elite@example.com')
    const { cartId } = await fillCart(elite)
    const { buyOrder } = await elite.want('checkout', 201, cartCheckout(cartId))
    expect(buyOrder.total).toStrictEqual({ order: '184.50', faceValue: '200.00', due: '179.89' })
    expect(buyOrder.paymentDetails).toStrictEqual({ method: 'Drawdown Account' })
  })

  it.each([
    ['payment', { payment: { method: 'DRAWDOWN_ACCOUNT', details: { id: 7001 } } }],
    ['billingDetails', { billingDetails: storyAddress }],
  ])('do not carry %s beside the cart', { meta: { rules: ['4.6-19'] } }, async (_name, more) => {
    const elite = await sandbox.partner('elite@example.com')
    const { cartId } = await fillCart(elite)
    const before = await bookOf(sandbox)
    const refused = await elite.call('checkout', cartCheckout(cartId, more))
    expect([refused.status, refused.code]).toStrictEqual([400, 'validation_error'])
    expect(await bookOf(sandbox)).toStrictEqual(before)
  })

  it('take the general payment object as well', { meta: { rules: ['4.6-22'] } }, async () => {
    const elite = await sandbox.partner('elite@example.com')
    const order = await placeOrder(elite, storyCards, DRAWDOWN_ACCOUNT, withoutBilling)
    expect(order.total.due).toBe('179.89')
    expect(order.paymentDetails).toStrictEqual({ method: 'Drawdown Account' })
  })
})

describe('drawdown checkout', () => {
  it('debits the account by the amount due', { meta: { rules: ['4.6-21'] } }, async () => {
    const elite = await sandbox.partner('elite@example.com')
    const order = await placeOrder(elite, [storyCard.northwindPhysical()], DRAWDOWN_ACCOUNT, withoutBilling)
    expect(order.total.due).toBe('90.67')
    const held = await elite.want('getDrawdownAccount', 200)
    expect(held).toMatchObject({ balance: 1500, availableBalance: 1109.33, pendingBalance: 390.67 })
    await sandbox.advance(24 * 3600)
    const later = await sandbox.partner('elite@example.com')
    const debited = await later.want('getDrawdownAccount', 200)
    expect(debited).toMatchObject({ balance: 1409.33, availableBalance: 1109.33, pendingBalance: 300 })
    const { transactions } = await later.want('listDrawdownTransactions', 200)
    expect(transactions[0]).toMatchObject({ type: 'Purchase', amount: -90.67, balance: 1409.33 })
  })

  it('goes by the address of the profile', { meta: { rules: ['4.6-20'] } }, async () => {
    const elite = await sandbox.partner('elite@example.com')
    const checkout = checkoutOf(storyCards, DRAWDOWN_ACCOUNT, withoutBilling)
    expect((await elite.call('checkout', checkout)).status).toBe(201)
    await takeAddressAway('elite@example.com')
    // A billing address in the request does not stand in for that of the profile.
    const refused = await elite.call('checkout', checkoutOf(storyCards, DRAWDOWN_ACCOUNT))
    expect([refused.status, refused.messages]).toStrictEqual([400, ['Customer details are required']])
  })

  it.each(['standard@example.com', 'empty@example.com'])(
    'is refused to %s, not Elite',
    { meta: { rules: ['4.6-16', '4.6-35'] } },
    async (email) => {
      const partner = await sandbox.partner(email)
      const { cartId } = await fillCart(partner)
      const before = await bookOf(sandbox)
      for (const checkout of [checkoutOf(storyCards, DRAWDOWN_ACCOUNT), cartCheckout(cartId)]) {
        const refused = await partner.call('checkout', checkout)
        expect([refused.status, refused.body]).toStrictEqual([
          400,
          { message: ['Customer is not authorized to checkout with a drawdown account'] },
        ])
      }
      expect(await bookOf(sandbox)).toStrictEqual(before)
    },
  )

  it('is refused to a customer who is Elite no longer', { meta: { rules: ['4.6-16'] } }, async () => {
    const partner = await sandbox.partner('elite@example.com')
    await placeOrder(partner, [storyCard.harborEcode()], DRAWDOWN_ACCOUNT)
    await changeCustomer(sandbox.store, 'elite@example.com', { isElite: false })
    const refused = await partner.call('checkout', checkoutOf(storyCards, DRAWDOWN_ACCOUNT))
    expect([refused.status, refused.code]).toStrictEqual([400, 'drawdown_not_authorized'])
  })

  it('goes through only while active', { meta: { rules: ['4.6-27', '4.6-33'] } }, async () => {
    const partner = await sandbox.partner('elite-inactive@example.com')
    const { cartId } = await fillCart(partner)
    const before = await bookOf(sandbox)
    for (const checkout of [checkoutOf(storyCards, DRAWDOWN_ACCOUNT), cartCheckout(cartId)]) {
      const refused = await partner.call('checkout', checkout)
      expect([refused.status, refused.body]).toStrictEqual([
        400,
        { message: ['Drawdown account is inactive'] },
      ])
    }
    expect(await bookOf(sandbox)).toStrictEqual(before)
    await setDrawdown('elite-inactive@example.com', { isActive: true })
    expect((await partner.call('checkout', cartCheckout(cartId))).status).toBe(201)
  })

  it('needs the discounted total to be available', { meta: { rules: ['4.6-28', '4.6-34'] } }, async () => {
    // 10.00 is available; 10.26 is 10.00 after its discount of 0.26, and 10.27 is 10.01.
    const stock = { merchantId: 102, percentOff: 0, type: 'ecode', isLowRisk: false, onHand: 1 } as const
    for (const faceValue of [10.26, 10.27]) {
      await sandbox.wantControl('setInventory', 200, { body: { ...stock, faceValue } })
    }
    const poor = await sandbox.partner('elite-poor@example.com')
    const before = await bookOf(sandbox)
    const refused = await poor.call('checkout', checkoutOf([undiscounted(10.27)], DRAWDOWN_ACCOUNT))
    expect([refused.status, refused.body]).toStrictEqual([400, { message: ['Insufficient funds available'] }])
    expect(await bookOf(sandbox)).toStrictEqual(before)
    const order = await placeOrder(poor, [undiscounted(10.26)], DRAWDOWN_ACCOUNT)
    expect(order.total).toMatchObject({ order: '10.26', due: '10.00' })
    expect(await poor.want('getDrawdownAccount', 200)).toMatchObject({ availableBalance: 0 })
  })

  it('does not count held money as available', { meta: { rules: ['4.6-28'] } }, async () => {
    const elite = await sandbox.partner('elite@example.com')
    await sandbox.wantControl('setInventory', 200, {
      body: { merchantId: 102, faceValue: 1250, percentOff: 0, type: 'ecode', isLowRisk: false, onHand: 1 },
    })
    // Due are 1218.75: more than the 1200.00 available, less than the balance of 1500.00.
    const refused = await elite.call('checkout', checkoutOf([undiscounted(1250)], DRAWDOWN_ACCOUNT))
    expect([refused.status, refused.messages]).toStrictEqual([400, ['Insufficient funds available']])
  })

  it.each([
    ['a phone number', 'elite-noprofile@example.com', () => Promise.resolve()],
    ['an address', 'elite@example.com', takeAddressAway],
  ])('needs %s in the profile', { meta: { rules: ['4.6-29', '4.6-36'] } }, async (_part, email, prepare) => {
    await prepare(email)
    const partner = await sandbox.partner(email)
    const { cartId } = await fillCart(partner)
    const before = await bookOf(sandbox)
    for (const checkout of [checkoutOf(storyCards, DRAWDOWN_ACCOUNT), cartCheckout(cartId)]) {
      const refused = await partner.call('checkout', checkout)
      expect([refused.status, refused.body]).toStrictEqual([
        400,
        { message: ['Customer details are required'] },
      ])
    }
    expect(await bookOf(sandbox)).toStrictEqual(before)
    await sandbox.reset(storyTime)
    const complete = await sandbox.partner('elite@example.com')
    expect((await complete.call('checkout', checkoutOf(storyCards, DRAWDOWN_ACCOUNT))).status).toBe(201)
  })
})
