import { hash } from 'node:crypto'
import type { CardIssuer } from '@giftcards/marketplace'

/** The first digits of every synthetic number: a range that no card network uses. */
const syntheticPrefix = '9999'

/** Generates cards: the same card for the same id under one seed, and never a valid number (decision: sandbox). */
export function createSyntheticCardIssuer(seed: string): CardIssuer {
  // A plain hash suffices: a keyed hash takes four times as long, and these cards are not real.
  const prefix = hash('sha256', seed)
  return {
    async issue({ cardId, merchant }) {
      // No two parts share a digit, so that none reveals another.
      const digits = BigInt(`0x${hash('sha256', `${prefix}:${cardId}`)}`)
        .toString()
        .slice(-27)
        .padStart(27, '0')
      return {
        number: breakLuhn(syntheticPrefix + digits.slice(0, 11)),
        pin: merchant.cardsHavePin ? digits.slice(11, 15) : '',
        serial: digits.slice(15, 27),
      }
    },
    // Synthetic cards need no voiding.
    void: () => Promise.resolve(),
  }
}

/** Appends a digit that is not the check digit (ISO/IEC 7812-1, annex B). */
function breakLuhn(body: string): string {
  let sum = 0
  for (let index = 0; index < body.length; index += 1) {
    const digit = Number(body[body.length - 1 - index])
    const doubled = index % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  const checkDigit = (10 - (sum % 10)) % 10
  return body + String((checkDigit + 5) % 10)
}
