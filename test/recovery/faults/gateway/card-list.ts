import { randomInt } from 'node:crypto'
import type { CardSecrets } from '@giftcards/marketplace'

/** The issued and voided cards of an issuer, by reference. */
export interface IssuedCards {
  readonly issued: readonly string[]
  readonly voided: readonly string[]
}

/** The records of an issuer by reference. Each call may be repeated. */
export interface CardList {
  /** Throws if the reference is void. */
  issue(reference: string): CardSecrets
  void(reference: string): object
  list(): IssuedCards
}

/** Creates a card list in memory. */
export function createCardList(): CardList {
  const issued = new Map<string, CardSecrets>()
  const voided = new Set<string>()
  return {
    issue(reference) {
      if (voided.has(reference)) throw new Error(`${reference} is void`)
      const card = issued.get(reference) ?? { number: `9999${digits()}`, pin: '4711', serial: digits() }
      issued.set(reference, card)
      return card
    },
    void(reference) {
      voided.add(reference)
      return {}
    },
    list: () => ({ issued: [...issued.keys()], voided: [...voided] }),
  }
}

const digits = (): string => String(randomInt(10 ** 12)).padStart(12, '0')
