import { describe, expect, it } from 'vitest'
import { publishedMerchants } from './published-data.ts'
import { createSyntheticCardIssuer, syntheticPrefix } from './synthetic-card-issuer.ts'

const [withPin] = publishedMerchants.filter((merchant) => merchant.cardsHavePin)
const [withoutPin] = publishedMerchants.filter((merchant) => !merchant.cardsHavePin)
type Merchant = NonNullable<typeof withPin>
const issue = (cardId: number, merchant: Merchant | undefined, seed = 'seed') =>
  createSyntheticCardIssuer(seed).issue({
    reference: `card:${cardId}`,
    cardId,
    merchant: merchant!,
    faceValueCents: 1000,
  })
const ids = Array.from({ length: 200 }, (_, index) => 200_001 + index)

/** The Luhn check of ISO/IEC 7812-1, annex B, written from the text and not from the issuer. */
function passesLuhn(number: string): boolean {
  const digits = Array.from(number, Number).toReversed()
  const sum = digits.reduce((total, digit, index) => {
    if (index % 2 === 0) return total + digit
    return total + Math.floor((digit * 2) / 10) + ((digit * 2) % 10)
  }, 0)
  return sum % 10 === 0
}

describe('createSyntheticCardIssuer', () => {
  it('makes numbers of one prefix that fail the Luhn check', { meta: { rules: ['D11-51'] } }, async () => {
    expect(passesLuhn('4539578763621486')).toBe(true)
    const numbers = await Promise.all(ids.map(async (id) => (await issue(id, withPin)).number))
    expect(
      numbers.filter((number) => !/^\d{16}$/.test(number) || !number.startsWith(syntheticPrefix)),
    ).toStrictEqual([])
    expect(numbers.filter(passesLuhn)).toStrictEqual([])
    expect(new Set(numbers).size).toBe(ids.length)
  })

  it('repeats a card under one seed', async () => {
    expect(await issue(200_001, withPin)).toStrictEqual(await issue(200_001, withPin))
    expect(await issue(200_001, withPin, 'other')).not.toStrictEqual(await issue(200_001, withPin))
  })

  it('leaves the PIN out for merchants without one', async () => {
    expect((await issue(200_001, withoutPin)).pin).toBe('')
    expect((await issue(200_001, withPin)).pin).toMatch(/^\d{4}$/)
  })

  it('makes serials that say nothing of number or PIN', async () => {
    const cards = await Promise.all(ids.map((id) => issue(id, withPin)))
    expect(cards.filter(({ number, serial }) => serial.includes(number.slice(-6)))).toStrictEqual([])
  })
})
