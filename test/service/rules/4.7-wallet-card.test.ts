import { operationTable } from '@giftcards/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Partner,
  placeOrder,
  type Sandbox,
  startSandbox,
  storyCard,
  storyPayments,
  storyTime,
} from '@giftcards/test-harness'

let sandbox: Sandbox
let partner: Partner
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  partner = await sandbox.partner('standard@example.com')
})

/** Every text and number inside a value. */
function leavesOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [String(value)]
}

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

  it('answers the wallet card object', { meta: { rules: ['4.7-02'] } }, async () => {
    const order = await placeOrder(partner, [storyCard.northwindEcode()], storyPayments.ACH, {
      couponCode: 'SAVE10',
    })
    const cardId = order.cards[0]!.id
    const found = await partner.call('getWalletCard', { path: { cardId } })
    expect(found.status).toBe(200)
    expect(found.body).toStrictEqual({
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
      // 45.75 less 4.58 by the coupon, of which 2 % are 0.82.
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

  it('masks number and PIN', { meta: { rules: ['4.7-03'] } }, async () => {
    const order = await placeOrder(partner, [storyCard.northwindEcode(3)])
    for (const { id: cardId } of order.cards) {
      const { number } = await partner.want('getSecureData', 200, { path: { cardId } })
      const masked = await partner.want('getWalletCard', 200, { path: { cardId } })
      expect([masked.number, masked.pin]).toStrictEqual([`****${number.slice(-4)}`, '****'])
      expect(masked.numberIsMasked).toBe(true)
    }
  })

  it('leaves unmasking to another operation', { meta: { rules: ['4.7-04'] } }, async () => {
    const order = await placeOrder(partner, [storyCard.northwindEcode(3), storyCard.harborB2B(2)])
    for (const { id: cardId } of order.cards) {
      const secret = await partner.want('getSecureData', 200, { path: { cardId } })
      expect([secret.number, secret.pin]).toStrictEqual([
        expect.stringMatching(/^\d{16}$/),
        expect.stringMatching(/^\d{4}$/),
      ])
      const { body, text } = await partner.call('getWalletCard', { path: { cardId } })
      expect(text).not.toContain(secret.number)
      expect(leavesOf(body)).not.toContain(secret.pin)
    }
  })

  it('holds what a barcode is drawn from', { meta: { rules: ['4.7-05'] } }, async () => {
    const order = await placeOrder(partner, [storyCard.northwindEcode(2)])
    const cards = await Promise.all(
      order.cards.map(({ id: cardId }) => partner.want('getWalletCard', 200, { path: { cardId } })),
    )
    for (const { merchant, prefix } of cards) {
      expect(Object.keys(merchant.barcode).toSorted()).toStrictEqual(['contents', 'format'])
      expect(merchant.barcode.format).toBe('CODE128')
      // Code 128 draws any ASCII; the serial behind the prefix is what a till looks up.
      expect(merchant.barcode.contents).toMatch(/^[\u0020-\u007e]{8,48}$/)
      expect(merchant.barcode.contents.startsWith(prefix)).toBe(true)
    }
    expect(new Set(cards.map(({ merchant }) => merchant.barcode.contents)).size).toBe(2)
  })
})
