import { demoPassword } from '@giftcards/server'
import { describe, expect, it } from 'vitest'
import {
  type CardRequest,
  checkoutOf,
  fillCart,
  openSession,
  send,
  storyCard,
  storyCards,
  storyPayments,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const elite = 'elite@example.com'

describe('published apps', () => {
  it('are two, and a disabled one', { meta: { rules: ['D11-36'] } }, async () => {
    for (const appId of ['demo-app', 'demo-app-2']) {
      const partner = await openSession(sandbox.url, appId)
      expect((await partner.call('createCart', { body: { action: 'buy' } })).status).toBe(201)
    }
    const headers = { 'x-cc-app': 'demo-app-disabled' }
    const refused = await send(sandbox.url, { method: 'post', path: '/v3/session', headers })
    expect([refused.status, refused.code]).toStrictEqual([401, 'unknown_app'])
  })
})

describe('published customers', () => {
  const customers = [
    ['elite@example.com', true, 50, [1500, 1200, 300, true]],
    ['elite-inactive@example.com', true, 0, [500, 500, 0, false]],
    ['elite-noprofile@example.com', true, 0, [1000, 1000, 0, true]],
    ['elite-poor@example.com', true, 0, [10, 10, 0, true]],
    ['standard@example.com', false, 100, null],
    ['empty@example.com', false, 0, null],
    ['locked@example.com', false, 0, null],
  ] as const

  it('have their published tier and balances', { meta: { rules: ['D11-37'] } }, async () => {
    const listed = await sandbox.wantControl('listCustomers', 200)
    const rows = listed.customers.map(({ email, isElite, storeCredit, drawdown }) => [
      email,
      isElite,
      storeCredit,
      drawdown && [drawdown.balance, drawdown.availableBalance, drawdown.pendingBalance, drawdown.isActive],
    ])
    expect(rows).toStrictEqual(customers)
  })

  it.each(['demo-app', 'demo-app-2'])(
    'log in to %s by one password',
    { meta: { rules: ['D11-37'] } },
    async (appId) => {
      for (const [email, isElite] of customers) {
        const partner = await openSession(sandbox.url, appId)
        const answer = await partner.call('login', { body: { customer: { email, password: demoPassword } } })
        const wanted = email.startsWith('locked')
          ? [401, { message: ['Invalid email or password'] }]
          : [200, { customer: { email, isElite } }]
        expect([answer.status, answer.body]).toMatchObject(wanted)
      }
    },
  )

  it.each([
    ['elite@example.com', 201],
    ['elite-inactive@example.com', 'drawdown_inactive'],
    ['elite-noprofile@example.com', 'customer_details_required'],
    ['elite-poor@example.com', 'drawdown_insufficient'],
    ['standard@example.com', 'drawdown_not_authorized'],
  ])('%s pays by drawdown: %s', { meta: { rules: ['D11-37'] } }, async (email, outcome) => {
    const partner = await sandbox.partner(email)
    const buy = checkoutOf([storyCard.northwindEcode()], storyPayments.DRAWDOWN_ACCOUNT)
    const { status, code } = await partner.call('checkout', buy)
    expect(code ?? status).toBe(outcome)
  })

  it('have the saved methods, all but one', { meta: { rules: ['D11-50'] } }, async () => {
    const listed = await sandbox.wantControl('listCustomers', 200)
    const all = ['bank 7001', 'bank 7002', 'bank 7003', 'card 8001', 'card 8002']
    const methods = listed.customers.map(({ email, paymentMethods }) => [
      email,
      paymentMethods.map(({ id, kind }) => `${kind} ${id}`),
    ])
    expect(methods).toStrictEqual(
      customers.map(([email]) => [email, email === 'empty@example.com' ? [] : all]),
    )
    const partner = await sandbox.partner('empty@example.com')
    const { code } = await partner.call('checkout', checkoutOf([storyCard.harborEcode()]))
    expect(code).toBe('payment_method_not_found')
  })
})

describe('published stock', () => {
  it('has its published counts', { meta: { rules: ['D11-38', 'D11-12'] } }, async () => {
    const { inventory } = await sandbox.wantControl('listInventory', 200)
    const rows = inventory.map((row) => {
      expect([row.reserved, row.available]).toStrictEqual([0, row.onHand])
      const { merchantId, merchantName, type, faceValue, percentOff, isLowRisk, onHand } = row
      const price = `${type} ${faceValue} @ ${percentOff} ×${onHand}${isLowRisk ? ' low-risk' : ''}`
      return merchantId < 900 ? `${merchantId} ${merchantName}: ${price}` : `${merchantId}: ${price}`
    })
    expect(rows.toSorted()).toStrictEqual([
      '101 Northwind Outfitters: ecode 50 @ 8.5 ×5',
      '101 Northwind Outfitters: ecode 50 @ 8.5 ×5 low-risk',
      '101 Northwind Outfitters: physical 100 @ 7 ×5',
      '102 Harbor Coffee: ecode 5 @ 0.5 ×20',
      '102 Harbor Coffee: newEcodeB2B 25 @ 3.3 ×100',
      '103 Pixel Arcade: ecode 15 @ 12.5 ×0',
      '103 Pixel Arcade: ecode 35 @ 4.5 ×3',
      '104 Trailhead Fuel: ecode 10 @ 5 ×1',
      '104 Trailhead Fuel: newEcodeAsPre 20 @ 2 ×50',
      ...[901, 902, 903, 904, 905, 906].map((id) => `${id}: ecode 10 @ 5 ×20`),
    ])
  })
})

describe('published coupons', () => {
  const reference = storyCards
  const harbor = [storyCard.harborB2B(2)]

  it.each<[string, readonly CardRequest[], string, number, number]>([
    ['SAVE10', reference, 'P', 10, 18.46],
    ['FIVEOFF', reference, 'F', 5, 5],
    ['PROMO20', reference, 'S', 20, 20],
    ['NORTHWIND15', [...reference, ...harbor], 'P', 15, 27.67],
    ['ELITE5', reference, 'P', 5, 9.23],
  ])(
    '%s is taken off',
    { meta: { rules: ['D11-45'] } },
    async (couponCode, cards, type, amount, discount) => {
      const partner = await sandbox.partner(elite)
      const { cartId } = await fillCart(partner, cards)
      const cart = await partner.want('applyCoupon', 200, { path: { cartId, couponCode } })
      expect(cart.couponData).toMatchObject({
        coupon: couponCode,
        type,
        totalAmount: amount,
        discount,
        usage: 1,
      })
      expect(cart.warningMessage === undefined).toBe(couponCode !== 'NORTHWIND15')
    },
  )

  it.each([
    ['NORTHWIND15', elite, 'coupon_not_eligible'],
    ['ELITE5', 'standard@example.com', 'coupon_not_eligible'],
    ['EXPIRED', elite, 'coupon_expired'],
    ['USEDUP', elite, 'coupon_used_up'],
    ['FUTURE', elite, 'coupon_not_yet_active'],
  ])('%s is refused to %s', { meta: { rules: ['D11-45'] } }, async (couponCode, email, code) => {
    const partner = await sandbox.partner(email)
    const { cartId } = await fillCart(partner, harbor)
    const refused = await partner.call('applyCoupon', { path: { cartId, couponCode } })
    expect([refused.status, refused.code, refused.messages]).toStrictEqual([400, code, ['Invalid coupon']])
  })

  it('EXPIRED was good through 01/01/2020', { meta: { rules: ['D11-45'] } }, async () => {
    await sandbox.reset('2020-01-01T23:59:59.999Z')
    const partner = await sandbox.partner(elite)
    const { cartId } = await fillCart(partner, harbor)
    const cart = await partner.want('applyCoupon', 200, { path: { cartId, couponCode: 'EXPIRED' } })
    expect(cart.couponData?.expires).toBe('01/01/2020')
  })
})
