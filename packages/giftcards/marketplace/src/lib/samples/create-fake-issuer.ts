import type { CardIssuer, CardSecrets } from '../ports/deps.ts'

/** A card issuer with its own records. */
export interface FakeIssuer extends CardIssuer {
  /** Its cards, by reference. */
  readonly issued: ReadonlyMap<string, CardSecrets>
  /** The references of voided cards, which are worth nothing or will never be issued. */
  readonly voided: ReadonlySet<string>
  /** The references of all requested cards, failed requests included. */
  readonly issues: readonly string[]
  /** The references of all requested voids, failed requests included. */
  readonly voids: readonly string[]
}

/** Issues the same card for the same reference, unique numbers, and no card for a voided reference. */
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
