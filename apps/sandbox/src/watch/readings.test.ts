import { describe, expect, it } from 'vitest'
import { repairLanguage } from '../plot/repair-language.ts'
import { isCardType } from './card-type.ts'
import { cartTotal } from './cart-total.ts'
import { serviceTime, toClockReading } from './clock-reading.ts'
import { describeTrouble } from './describe-trouble.ts'
import { noon, sampleCart, sampleRow, sampleSnapshot, withCoupon } from './sample-snapshot.fixture.ts'
import { isSendableKey } from './sendable-key.ts'
import { bucketKey, stockScale } from './stock-scale.ts'

describe('isCardType', () => {
  it('knows the types of the control alone', () => {
    const types = ['ecode', 'newEcodeAsPre', 'toString', 'paper']
    expect(types.map(isCardType)).toStrictEqual([true, true, false, false])
  })
})

describe('cartTotal', () => {
  const { cart } = sampleCart('a', [1, 1, 1])
  it.each([
    ['exact to the cent', { ...cart, cards: cart.cards.map((card) => ({ ...card, cost: 0.1 })) }, 0.3],
    ['the cost of every card', sampleCart('a', [2, 1]).cart, 137.25],
    ['less by the coupon', withCoupon(sampleCart('a', [1]), 'SAVE10', 4.58).cart, 41.17],
    ['nothing for an empty cart', sampleCart('a', []).cart, 0],
  ])('is %s', (_title, given, total) => {
    expect(cartTotal(given)).toBe(total)
  })
})

describe('serviceTime', () => {
  it.each([
    ['goes on with this page where the clock runs', false, 2000, noon + 1500],
    ['stands still where the clock does', true, 2000, noon],
    ['never goes behind the reading', false, 400, noon],
  ])('%s', (_title, frozen, at, time) => {
    expect(serviceTime(toClockReading({ now: '2026-01-15T12:00:00.000Z', frozen }, 500), at)).toBe(time)
  })
})

describe('describeTrouble', () => {
  const problem = 'The server does not respond.'
  const snapshot = sampleSnapshot()
  it.each([
    [
      'lost',
      snapshot,
      `${problem} The page shows the last response, and continues by itself when the next one arrives.`,
    ],
    ['lost', null, `${problem} The page tries again by itself.`],
    ['connecting', snapshot, null],
    ['live', snapshot, null],
    ['locked', snapshot, null],
    ['unlocking', snapshot, null],
  ] as const)('describes the data of a link that is %s', (link, shown, text) => {
    expect(describeTrouble({ link, problem, snapshot: shown })).toBe(text)
  })
})

describe('isSendableKey', () => {
  it.each(['k', 'a guess', '!~', '0123456789abcdef'])('takes "%s"', (key) => {
    expect(isSendableKey(key)).toBe(true)
  })

  it.each(['', ' ', ' key', 'key ', 'clé', '鍵', 'a\nb', 'a\u0000b'])('refuses "%s"', (key) => {
    expect(isSendableKey(key)).toBe(false)
  })
})

describe('stockScale', () => {
  it.each([
    [[], 10],
    [[10, 5], 10],
    [[11], 20],
    [[99, 100], 100],
    [[101], 200],
    [[2001], 5000],
  ])('holds every count of %j in %i', (counts, scale) => {
    expect(stockScale(counts.map((onHand) => sampleRow({ onHand })))).toBe(scale)
  })
})

describe('bucketKey', () => {
  it.each([
    { merchantId: 102 },
    { type: 'physical' },
    { faceValue: 5 },
    { percentOff: 8 },
    { isLowRisk: true },
  ])('distinguishes kinds by %o', (more) => {
    expect(bucketKey(sampleRow(more))).not.toBe(bucketKey(sampleRow()))
  })
})

describe('repairLanguage', () => {
  it.each([
    ['en-US@posix', 'en-US'],
    ['de-CH', 'de-CH'],
  ])('makes of %s %s', (language, repaired) => {
    // The language of a real browser is inherited.
    const browser: { readonly language: string } = Object.create({ language })
    repairLanguage(browser)
    expect(browser.language).toBe(repaired)
  })
})
