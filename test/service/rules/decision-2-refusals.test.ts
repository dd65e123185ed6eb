import { publishedData } from '@giftcards/server'
import { describe, expect, it } from 'vitest'
import {
  cartCheckoutOf,
  checkoutOf,
  type Exchange,
  fillCart,
  placeOrder,
  storyAddress,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const told = ({ status, code, messages }: Exchange) => [status, code, ...messages]
const achOf = (id: number) => ({ method: 'ACH', details: { id } })
const cardOf = (creditCardId: number) => ({ method: 'CREDITCARD', details: { creditCardId } })
const oneCard = [storyCard.harborB2B()]

/** Stores the published data with other drawdown accounts. */
const withAccounts = (drawdownAccounts: typeof publishedData.drawdownAccounts) =>
  sandbox.store.transaction((tx) => tx.seed({ ...publishedData, drawdownAccounts, drawdownTransactions: [] }))

describe('inventory', () => {
  it(
    'refuses what finds nothing at all',
    { meta: { rules: ['D2-27', '4.4-15', '4.4-23', '7-06', '7-07'] } },
    async () => {
      const partner = await sandbox.partner()
      const { cartId, cards } = await fillCart(partner, [storyCard.pixelEcode(3)])
      const refusal = [400, 'insufficient_inventory', 'Error, insufficient inventory']
      const added = await partner.call('addCards', {
        path: { cartId },
        body: { cards: [storyCard.pixelSoldOut(), storyCard.pixelEcode(2)] },
      })
      expect(told(added)).toStrictEqual(refusal)
      const path = { cartId, cardId: cards[0]!.id }
      expect(told(await partner.call('adjustCardQuantity', { path, body: { qty: 1 } }))).toStrictEqual(
        refusal,
      )
    },
  )

  it(
    'refuses a checkout with any unavailable card',
    { meta: { rules: ['D2-40', '4.6-23', '4.6-30'] } },
    async () => {
      const partner = await sandbox.partner('standard@example.com')
      for (const missing of [storyCard.pixelSoldOut(), storyCard.pixelEcode(4), storyCard.magic(906)]) {
        const refused = await partner.call('checkout', checkoutOf([...oneCard, missing]))
        expect(told(refused)).toStrictEqual([
          400,
          'cards_unavailable',
          'Not all requested cards were added to the cart',
        ])
      }
    },
  )
})

describe('coupons', () => {
  it(
    'refuses each unusable one with its own code',
    { meta: { rules: ['D2-28', 'D2-29', 'D2-30', 'D2-31', '4.5-05', '7-08'] } },
    async () => {
      const partner = await sandbox.partner('standard@example.com')
      const { cartId } = await fillCart(partner, oneCard)
      const unusable = {
        'NO-SUCH-CODE': 'coupon_not_found',
        EXPIRED: 'coupon_expired',
        FUTURE: 'coupon_not_yet_active',
        USEDUP: 'coupon_used_up',
      }
      for (const [couponCode, code] of Object.entries(unusable)) {
        const refused = await partner.call('applyCoupon', { path: { cartId, couponCode } })
        expect(told(refused)).toStrictEqual([400, code, 'Invalid coupon'])
        const bought = await partner.call('checkout', checkoutOf(oneCard, storyPayments.ACH, { couponCode }))
        expect(told(bought)).toStrictEqual([400, code, 'Invalid coupon'])
      }
    },
  )

  it('refuses one that fits neither cart nor customer', { meta: { rules: ['D2-32'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const { cartId } = await fillCart(partner, oneCard)
    for (const couponCode of ['NORTHWIND15', 'ELITE5']) {
      const refused = await partner.call('applyCoupon', { path: { cartId, couponCode } })
      expect(told(refused)).toStrictEqual([400, 'coupon_not_eligible', 'Invalid coupon'])
    }
    const elite = await sandbox.partner('elite@example.com')
    const own = await fillCart(elite, oneCard)
    await elite.want('applyCoupon', 200, { path: { cartId: own.cartId, couponCode: 'ELITE5' } })
  })

  it('refuses a second one and a wrong removal', { meta: { rules: ['D2-33', 'D2-34'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const { cartId } = await fillCart(partner, oneCard)
    const unapplied = [400, 'coupon_not_applied', 'Invalid coupon']
    const save = { path: { cartId, couponCode: 'SAVE10' } }
    const five = { path: { cartId, couponCode: 'FIVEOFF' } }
    expect(told(await partner.call('removeCoupon', save))).toStrictEqual(unapplied)
    await partner.want('applyCoupon', 200, save)
    for (const second of [save, five, { path: { cartId, couponCode: 'NO-SUCH-CODE' } }]) {
      const refused = await partner.call('applyCoupon', second)
      expect(told(refused)).toStrictEqual([400, 'coupon_already_applied', 'Invalid coupon'])
    }
    expect(told(await partner.call('removeCoupon', five))).toStrictEqual(unapplied)
  })
})

describe('payment', () => {
  it('refuses an unknown method string', { meta: { rules: ['D2-35', '2.7-02', '4.6-32'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    for (const method of ['', 'ach', 'PAYPAL', 'ACH ', '__proto__']) {
      const refused = await partner.call('checkout', checkoutOf(oneCard, { method }))
      expect(told(refused)).toStrictEqual([400, 'payment_method_invalid', 'payment method not setup'])
    }
    const byCart = { cartId: 'x', paymentMethod: 'ACH', shippingDetails: storyAddress }
    const refused = await partner.call('checkout', { body: byCart })
    expect(told(refused)).toStrictEqual([400, 'payment_method_invalid', 'payment method not setup'])
  })

  it('refuses a saved method that is not the caller’s', { meta: { rules: ['D2-36'] } }, async () => {
    const standard = await sandbox.partner('standard@example.com')
    const empty = await sandbox.partner('empty@example.com')
    const mixedKinds = { id: 7001, creditCardDetails: { creditCardId: 7002 } }
    const refusals = [
      await standard.call('checkout', checkoutOf(oneCard, achOf(7999))),
      await standard.call('checkout', checkoutOf(oneCard, achOf(7001.5))),
      await standard.call('checkout', checkoutOf(oneCard, achOf(8001))),
      await standard.call('checkout', checkoutOf(oneCard, cardOf(7001))),
      await standard.call('checkout', checkoutOf(oneCard, { method: 'ACH_CREDITCARD', details: mixedKinds })),
      await empty.call('checkout', checkoutOf(oneCard, achOf(7001))),
      await empty.call('checkout', checkoutOf(oneCard, cardOf(8001))),
    ]
    for (const refused of refusals) {
      expect(told(refused)).toStrictEqual([400, 'payment_method_not_found', 'payment method not setup'])
    }
  })

  it(
    'refuses every other payment that fails',
    { meta: { rules: ['D2-42', '4.6-31', '4.6-02'] } },
    async () => {
      const partner = await sandbox.partner('standard@example.com')
      const bothRefuse = { id: 7002, creditCardDetails: { creditCardId: 8002 } }
      const refusals = [
        await partner.call('checkout', checkoutOf(oneCard, achOf(7002))),
        await partner.call('checkout', checkoutOf(oneCard, cardOf(8002))),
        await partner.call(
          'checkout',
          checkoutOf(oneCard, { method: 'ACH_CREDITCARD', details: bothRefuse }),
        ),
        await partner.call('checkout', checkoutOf([storyCard.harborB2B(5)], storyPayments.STORE_CREDIT)),
      ]
      for (const refused of refusals) {
        expect(told(refused)).toStrictEqual([400, 'payment_declined', 'Insufficient funds'])
      }
    },
  )
})

describe('drawdown checkout', () => {
  const drawdown = checkoutOf(oneCard, storyPayments.DRAWDOWN_ACCOUNT)

  it('rejects a customer without Elite or account', { meta: { rules: ['D2-37', '4.6-35'] } }, async () => {
    const refusal = [
      400,
      'drawdown_not_authorized',
      'Customer is not authorized to checkout with a drawdown account',
    ]
    const [account] = publishedData.drawdownAccounts
    const customerId = publishedData.customers.find(({ email }) => email === 'standard@example.com')?.id
    await withAccounts([{ ...account!, customerId: customerId! }])
    const standard = await sandbox.partner('standard@example.com')
    const { cartId } = await fillCart(standard, oneCard)
    expect(told(await standard.call('checkout', drawdown))).toStrictEqual(refusal)
    expect(told(await standard.call('checkout', cartCheckoutOf(cartId)))).toStrictEqual(refusal)
    await withAccounts([])
    const elite = await sandbox.partner('elite@example.com')
    expect(told(await elite.call('checkout', drawdown))).toStrictEqual(refusal)
  })

  it('refuses an inactive account', { meta: { rules: ['D2-38', '4.6-27', '4.6-33'] } }, async () => {
    const partner = await sandbox.partner('elite-inactive@example.com')
    const refused = await partner.call('checkout', drawdown)
    expect(told(refused)).toStrictEqual([400, 'drawdown_inactive', 'Drawdown account is inactive'])
  })

  it(
    'alone asks for address and phone',
    { meta: { rules: ['D2-39', '4.6-20', '4.6-29', '4.6-36', '7-09'] } },
    async () => {
      const refusal = [400, 'customer_details_required', 'Customer details are required']
      const withoutPhone = await sandbox.partner('elite-noprofile@example.com')
      expect(told(await withoutPhone.call('checkout', drawdown))).toStrictEqual(refusal)
      await placeOrder(withoutPhone, oneCard)
      const withoutAddress = await sandbox.partner('elite@example.com')
      const elite = await sandbox.store.read((tx) => tx.findCustomerByEmail('elite@example.com'))
      await sandbox.store.transaction((tx) => tx.updateCustomer(elite!.id, { address: null }))
      expect(told(await withoutAddress.call('checkout', drawdown))).toStrictEqual(refusal)
      await placeOrder(withoutAddress, oneCard)
    },
  )

  it('refuses more than is available', { meta: { rules: ['D2-41', '4.6-34'] } }, async () => {
    const partner = await sandbox.partner('elite-poor@example.com')
    const refused = await partner.call('checkout', drawdown)
    expect(told(refused)).toStrictEqual([400, 'drawdown_insufficient', 'Insufficient funds available'])
    // The hold on 300.00 of the 1500.00 counts, so 1200.00 is available.
    const elite = await sandbox.partner('elite@example.com')
    const tooMuch = await elite.call(
      'checkout',
      checkoutOf([storyCard.harborB2B(51)], storyPayments.DRAWDOWN_ACCOUNT),
    )
    expect(told(tooMuch)).toStrictEqual([400, 'drawdown_insufficient', 'Insufficient funds available'])
    await placeOrder(elite, [storyCard.harborB2B(50)], storyPayments.DRAWDOWN_ACCOUNT)
  })
})

describe('getSecureData', () => {
  it('refuses after 24 hours and not before', { meta: { rules: ['D2-43'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const { cards } = await placeOrder(partner, oneCard)
    const path = { cardId: cards[0]!.id }
    await sandbox.advance(24 * 3600)
    const inTime = await sandbox.partner('standard@example.com')
    await inTime.want('getSecureData', 200, { path })
    await sandbox.advance(1)
    const refused = await inTime.call('getSecureData', { path })
    expect(told(refused)).toStrictEqual([400, 'secure_data_expired', 'Secure data is no longer available'])
  })
})

describe('checkout under an Idempotency-Key', () => {
  it('refuses while the first is in flight', { meta: { rules: ['D2-44'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const slow = {
      ...checkoutOf(oneCard),
      headers: { 'idempotency-key': 'twice', 'x-sandbox-trigger': 'slow=700' },
    }
    const answers = await Promise.all([partner.call('checkout', slow), partner.call('checkout', slow)])
    const [placed, refused] = answers.toSorted((a, b) => a.status - b.status)
    expect(placed?.status).toBe(201)
    expect(told(refused!)).toStrictEqual([409, 'checkout_in_progress', 'Another checkout is in progress'])
  })

  it('refuses another request under a used key', { meta: { rules: ['D2-45'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const headers = { 'idempotency-key': 'once' }
    expect((await partner.call('checkout', { ...checkoutOf(oneCard), headers })).status).toBe(201)
    const refused = await partner.call('checkout', { ...checkoutOf([storyCard.harborB2B(2)]), headers })
    expect(told(refused)).toStrictEqual([
      422,
      'idempotency_mismatch',
      'Idempotency-Key was used with a different request',
    ])
  })
})
