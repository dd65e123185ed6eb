import { operationTable } from '@giftcards/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Partner, placeOrder, storyCard, storyPayments, storyTime } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()
let partner: Partner
beforeEach(async () => {
  partner = await sandbox.partner('standard@example.com')
})

describe('getWalletCard', () => {
  it('names the card by integer', { meta: { rules: ['4.7-01'] } }, async () => {
    const order = await placeOrder(partner, [storyCard.northwindEcode()])
    const { id } = order.cards[0]!
    expect(Number.isInteger(id)).toBe(true)
    expect((await partner.want('getWalletCard', 200, { path: { cardId: id } })).id).toBe(id)
    for (const cardId of [id + 1, `${id}.5`, `${id}x`, order.orderId, -id, 0, 'first']) {
      const missed = await partner.call('getWalletCard', { path: { cardId } })
      expect([cardId, missed.status, missed.messages]).toStrictEqual([cardId, 404, ['Card not found']])
    }
    expect(operationTable.getWalletCard.path).toBe('/v3/wallets/{cardId}')
  })

  it('answers the wallet card object', { meta: { rules: ['4.7-02', '2.9-06', '2.9-07'] } }, async () => {
    const order = await placeOrder(partner, [storyCard.northwindEcode()], storyPayments.ACH, {
      couponCode: 'SAVE10',
    })
    const cardId = order.cards[0]!.id
    const found = await partner.call('getWalletCard', { path: { cardId } })
    expect(found.status).toBe(200)
    expect(found.body).toMatchObject({
      id: cardId,
      internalCardId: expect.toSatisfy(Number.isInteger),
      merchant: {
        id: 101,
        name: 'Northwind Outfitters',
        balanceCheckLink: expect.stringMatching(/^https:\/\//),
        color: expect.any(String),
        description: expect.any(String),
        buyMessage: expect.any(String),
        image: expect.stringMatching(/^https:\/\//),
        barcode: { format: 'CODE128', contents: expect.any(String) },
      },
      order: { id: order.orderId, orderNum: order.id, datePurchased: storyTime },
      amount: { balance: 50, cost: 45.75, currentBalance: 50 },
      // 2 % of 41.17, which is 45.75 minus 4.58 for the coupon.
      discounts: { coupon: true, paymentMethodDiscount: 0.82 },
      type: 'ecode',
      number: expect.any(String),
      pin: expect.any(String),
      prefix: '9901',
      status: 'active',
      numberIsMasked: true,
      canNGCBalanceInquiry: true,
      claims: [],
    })
  })
})
