import type { CardIssuer, CardSecrets } from '../ports/deps.ts'

/** A card issuer with a list of its own. */
export interface FakeIssuer extends CardIssuer {
  /** Its cards, by reference. */
  readonly issued: ReadonlyMap<string, CardSecrets>
  /** The references whose cards are worth nothing, or will never be issued. */
  readonly voided: ReadonlySet<string>
  /** The references of all requested cards, whatever the result. */
  readonly issues: readonly string[]
  /** The references of all cards to void, whatever the result. */
  readonly voids: readonly string[]
}

/** Gives the same card to the same reference, no number twice, and none to a reference that is void. */
export function createFakeIssuer(): FakeIssuer {
  const issued = new Map<string, CardSecrets>()
  const voided = new Set<string>()
  const [issues, voids]: [string[], string[]] = [[], []]
  return {
    issued,
    voided,
    issues,
    voids,
    async issue({ reference, cardId, merchant }) {
      issues.push(reference)
      if (voided.has(reference)) throw new Error('The card is void')
      const card = issued.get(reference) ?? {
        number: `9999${String(cardId).padStart(12, '0')}`,
        pin: merchant.cardsHavePin ? '4711' : '',
        serial: `serial-${cardId}`,
      }
      issued.set(reference, card)
      return card
    },
    async void(reference) {
      voids.push(reference)
      voided.add(reference)
    },
  }
}
