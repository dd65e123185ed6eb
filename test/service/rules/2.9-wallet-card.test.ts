import { describe, expect, it } from 'vitest'
import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  type CardRequest,
  type CardsCheckout,
  placeOrder,
  schemaOf,
  shapeOf,
  storyCard,
  storyPayments,
  typesIn,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

/** Places a digital order, and returns it with its wallet cards. */
async function bought(
  cards: readonly CardRequest[],
  payment?: CardsCheckout['payment'],
  more?: Readonly<Record<string, unknown>>,
) {
  const partner = await sandbox.partner('elite@example.com')
  const order = await placeOrder(partner, cards, payment, more)
  const walletCards = []
  for (const { id } of order.cards) {
    walletCards.push(await partner.want('getWalletCard', 200, { path: { cardId: id } }))
  }
  return { partner, order, card: walletCards[0]!, walletCards }
}

const trailheadAsPre = {
  merchantId: 104,
  faceValue: 20,
  percentOff: 2,
  type: 'newEcodeAsPre',
  quantity: 1,
} as unknown as CardRequest

describe('WalletCard', () => {
  it('has exactly its stated fields', { meta: { rules: ['2.9-01', '2.9-02'] } }, async () => {
    expect(shapeOf('WalletCard')).toStrictEqual({
      id: 'integer',
      internalCardId: 'integer',
      merchant: 'object',
      order: 'object',
      amount: 'object',
      discounts: 'object',
      type: 'string',
      number: 'string',
      pin: 'string',
      prefix: 'string',
      status: 'string',
      numberIsMasked: 'boolean',
      canNGCBalanceInquiry: 'boolean',
      claims: 'array',
    })
    const { card } = await bought([storyCard.northwindEcode()])
    expect(typesIn(card)).toStrictEqual({ ...shapeOf('WalletCard'), id: 'number', internalCardId: 'number' })
    expect([card.id, card.internalCardId].every(Number.isInteger)).toBe(true)
  })

  it('shows its merchant in eight fields', { meta: { rules: ['2.9-03', '2.9-04'] } }, async () => {
    expect(shapeOf('WalletMerchant')).toStrictEqual({
      id: 'integer',
      name: 'string',
      balanceCheckLink: 'string',
      color: 'string',
      description: 'string',
      buyMessage: 'string',
      image: 'string',
      barcode: 'object',
    })
    const { merchant } = (await bought([storyCard.northwindEcode()])).card
    expect(typesIn(merchant)).toStrictEqual({ ...shapeOf('WalletMerchant'), id: 'number' })
    expect(merchant).toMatchObject({ id: 101, name: 'Northwind Outfitters' })
    const { balanceCheckLink, image } = merchant
    expect([balanceCheckLink, image].map((link) => new URL(link).protocol)).toEqual(['https:', 'https:'])
  })

  it(
    'holds a barcode of format and contents',
    { meta: { rules: ['2.9-05', '2.9-12', '4.7-05'] } },
    async () => {
      expect(shapeOf('Barcode')).toStrictEqual({ format: 'string', contents: 'string' })
      const { walletCards } = await bought([storyCard.northwindEcode(2), storyCard.harborEcode()])
      const [first, second, third] = walletCards.map(({ prefix, merchant }) => ({
        prefix,
        ...merchant.barcode,
      }))
      expect(first).toStrictEqual({
        format: 'CODE128',
        prefix: expect.stringMatching(/./),
        contents: expect.stringMatching(/./),
      })
      expect([first, second, third].map((code) => code?.contents.startsWith(code.prefix))).toEqual([
        true,
        true,
        true,
      ])
      expect(second?.prefix).toBe(first?.prefix)
      expect(third?.prefix).not.toBe(first?.prefix)
      expect(second?.contents).not.toBe(first?.contents)
    },
  )

  it('tells whether a coupon applied to it', { meta: { rules: ['2.9-08'] } }, async () => {
    const cards = [storyCard.northwindEcode(), storyCard.harborEcode()]
    const appliedTo = async (more: Readonly<Record<string, unknown>>) =>
      (await bought(cards, storyPayments.ACH, more)).walletCards.map(({ discounts }) => discounts.coupon)
    expect(await appliedTo({})).toEqual([false, false])
    expect(await appliedTo({ couponCode: 'SAVE10' })).toEqual([true, true])
    expect(await appliedTo({ couponCode: 'NORTHWIND15' })).toEqual([true, false])
  })

  it('masks number and PIN', { meta: { rules: ['2.9-10', '2.9-11', '4.7-04', '1-06'] } }, async () => {
    const { partner, card } = await bought([storyCard.northwindEcode()])
    const clear = await partner.want('getSecureData', 200, { path: { cardId: card.id } })
    expect(card).toMatchObject({
      number: `****${clear.number.slice(-4)}`,
      pin: '****',
      numberIsMasked: true,
    })
    expect(JSON.stringify(card)).not.toContain(clear.number)
    const after = await partner.want('getWalletCard', 200, { path: { cardId: card.id } })
    expect(after).toMatchObject({ number: card.number, pin: '****', numberIsMasked: true })
  })

  it('tells whether its balance can be asked', { meta: { rules: ['2.9-13'] } }, async () => {
    const { walletCards } = await bought([storyCard.northwindEcode(), trailheadAsPre])
    expect(walletCards.map((card) => [card.merchant.id, card.canNGCBalanceInquiry])).toEqual([
      [101, true],
      [104, false],
    ])
  })

  it('lists the claims filed for it', { meta: { rules: ['2.9-14', '2.9-15'] } }, async () => {
    expect((await bought([storyCard.northwindEcode()])).card.claims).toStrictEqual([])
    expect(schemaOf('WalletCard').properties?.['claims']).toMatchObject({
      type: 'array',
      items: { $ref: '#/components/schemas/Claim' },
    })
    expect(shapeOf('Claim')).toStrictEqual({
      id: 'integer',
      amount: 'number',
      date: 'string',
      status: 'string',
      type: 'string',
    })
    const isClaim = new Ajv2020({ strict: false }).compile(schemaOf('Claim'))
    const claim = { id: 1, amount: 12.5, date: '2026-01-16T09:30:00.000Z', status: 'Open', type: 'Balance' }
    expect(isClaim(claim)).toBe(true)
    const wrong = { id: 1.5, amount: '12.5', date: 5, status: null, type: 3 }
    expect(Object.entries(wrong).filter(([field, value]) => isClaim({ ...claim, [field]: value }))).toEqual(
      [],
    )
  })
})
