import { createHmac, createSecretKey } from 'node:crypto'
import type { CardIssuer } from '@giftcards/marketplace'

/** First digits of every synthetic number: a range that no card network uses. */
export const syntheticPrefix = '9999'

/** Makes cards out of nothing: the same card for the same id under one seed, and never a valid number (decision: sandbox). */
export function createSyntheticCardIssuer(seed: string): CardIssuer {
  const key = createSecretKey(seed, 'utf8')
  const digits = (purpose: string, cardId: number, count: number): string => {
    const hash = createHmac('sha256', key).update(`${purpose}:${cardId}`).digest()
    return Array.from(hash.subarray(0, count), (byte) => String(byte % 10)).join('')
  }
  return {
    issue(cardId, merchant) {
      return {
        number: breakLuhn(syntheticPrefix + digits('number', cardId, 11)),
        pin: merchant.cardsHavePin ? digits('pin', cardId, 4) : '',
        serial: digits('serial', cardId, 12),
      }
    },
  }
}

/** Appends a digit that is not the check digit (ISO/IEC 7812-1, annex B). */
function breakLuhn(body: string): string {
  const sum = Array.from(body, Number)
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = index % 2 === 0 ? digit * 2 : digit
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  const checkDigit = (10 - (sum % 10)) % 10
  return body + String((checkDigit + 5) % 10)
}
