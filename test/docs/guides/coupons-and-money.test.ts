import type { Wire } from '@giftcards/contract'
import { paymentDiscountBps } from '@giftcards/marketplace'
import { beforeEach, describe, expect, it } from 'vitest'
import { fillCart, type Partner, placeOrder, storyCards, storyPayments } from '@giftcards/test-harness'
import { sandbox } from '../site.ts'
import { getGuide, readTable, type TableRow } from './guides.ts'

const { markdown } = getGuide('coupons-and-money')
const prices = readTable(markdown, 'Face value', 'Percent off').map((row) => ({
  faceValue: Number(row['Face value']),
  percentOff: Number(row['Percent off']),
  unitCost: row['Unit cost'],
}))
const totals = readTable(markdown, 'Coupon', 'Takes off')
const shares = readTable(markdown, 'Method', 'Payment discount')

let partner: Partner
beforeEach(async () => {
  await sandbox.reset()
  partner = await sandbox.partner('elite@example.com')
})

const toDollars = (cents: number): string => (cents / 100).toFixed(2)

const roundHalfUp = (cents: number): number => Math.floor(cents + 0.5)

const inCents = (dollars: string | number | undefined): number => Math.round(Number(dollars) * 100)

async function order(row: TableRow): Promise<Wire.Order> {
  const couponCode =
    row['Coupon'] === undefined || row['Coupon'] === 'none' ? {} : { couponCode: row['Coupon'] }
  const method = row['Method'] as keyof typeof storyPayments
  return placeOrder(partner, storyCards, storyPayments[method], couponCode)
}

describe('the figures of coupons-and-money', () => {
  it.each(prices)('price $faceValue less $percentOff % as the server does', async (price) => {
    const { faceValue, percentOff, unitCost } = price
    const card = { merchantId: 101, faceValue, percentOff, type: 'ecode' as const }
    await sandbox.wantControl('setInventory', 200, { body: { ...card, isLowRisk: false, onHand: 1 } })
    const { cards } = await fillCart(partner, [{ ...card, quantity: 1 }])
    expect(cards.map(({ cost }) => inCents(cost))).toStrictEqual([inCents(unitCost)])
  })

  it.each(totals)('charge $Method with coupon $Coupon as the server does', async (row) => {
    const { total, coupon } = await order(row)
    expect([
      'discount' in coupon ? inCents(coupon.discount) : 0,
      total.order,
      inCents(total.order) - inCents(total.due),
      total.due,
      total.faceValue,
    ]).toStrictEqual([
      inCents(row['Takes off']),
      row['total.order'],
      inCents(row['Payment discount']),
      row['total.due'],
      '200.00',
    ])
  })

  it.each(shares)('share the discount of $Method as the server does', async (row) => {
    const { cards, total } = await order(row)
    await sandbox.advance(24 * 3600)
    const owner = await sandbox.partner('elite@example.com')
    const held = await Promise.all(
      cards.map(({ id }) => owner.want('getWalletCard', 200, { path: { cardId: id } })),
    )
    expect(held.map(({ discounts }) => inCents(discounts.paymentMethodDiscount))).toStrictEqual([
      inCents(row['First 50']),
      inCents(row['Second 50']),
      inCents(row['100']),
    ])
    expect(inCents(total.order) - inCents(total.due)).toBe(inCents(row['Payment discount']))
  })

  it('in its sentences are worked out of those in its tables', () => {
    const sentences = markdown.replaceAll(/^```[\s\S]*?^```$|^\|.*$/gm, '')
    expect(sentences.match(/(?<![\w.])\d+\.\d+/g)).toStrictEqual([
      // Three cards of 5 at 0.5 %: first with each price rounded, then with only the sum rounded.
      '0.5',
      toDollars(3 * roundHalfUp(500 * 0.995)),
      toDollars(roundHalfUp(3 * 500 * 0.995)),
      String(paymentDiscountBps.DRAWDOWN_ACCOUNT / 100),
      '8.5',
      toDollars(2 * 5000 + 10_000),
      // 10 % of 45.75 (twice) and of 93: first with each discount rounded, then with only the sum rounded.
      toDollars(2 * roundHalfUp(457.5) + 930),
      toDollars(roundHalfUp(2 * 457.5 + 930)),
      toDollars(4575),
      String(457.5 / 100),
      toDollars(roundHalfUp(457.5)),
      toDollars(930),
    ])
  })
})
