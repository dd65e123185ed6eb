import { describe, expect, it } from 'vitest'
import { publishedMerchants } from './published-data.ts'
import { createSyntheticCardIssuer, syntheticPrefix } from './synthetic-card-issuer.ts'

const [withPin] = publishedMerchants.filter((merchant) => merchant.cardsHavePin)
const [withoutPin] = publishedMerchants.filter((merchant) => !merchant.cardsHavePin)
const issuer = createSyntheticCardIssuer('seed')
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
  it('makes numbers of one prefix that fail the Luhn check', { meta: { rules: ['D11-51'] } }, () => {
    expect(passesLuhn('4539578763621486')).toBe(true)
    const numbers = ids.map((id) => issuer.issue(id, withPin!).number)
    expect(
      numbers.filter((number) => !/^\d{16}$/.test(number) || !number.startsWith(syntheticPrefix)),
    ).toStrictEqual([])
    expect(numbers.filter(passesLuhn)).toStrictEqual([])
    expect(new Set(numbers).size).toBe(ids.length)
  })

  it('repeats a card under one seed', () => {
    expect(createSyntheticCardIssuer('seed').issue(200_001, withPin!)).toStrictEqual(
      issuer.issue(200_001, withPin!),
    )
    expect(createSyntheticCardIssuer('other').issue(200_001, withPin!)).not.toStrictEqual(
      issuer.issue(200_001, withPin!),
    )
  })

  it('leaves the PIN out for merchants without one', () => {
    expect(issuer.issue(200_001, withoutPin!).pin).toBe('')
    expect(issuer.issue(200_001, withPin!).pin).toMatch(/^\d{4}$/)
  })

  it('makes serials that say nothing of number or PIN', () => {
    const leaking = ids
      .map((id) => issuer.issue(id, withPin!))
      .filter(({ number, serial }) => serial.includes(number.slice(-6)))
    expect(leaking).toStrictEqual([])
  })
})
