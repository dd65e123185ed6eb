import type { Order, PartnerClient } from '@giftcards/client'
import type { Purchase } from './choose-purchase.ts'

/** What a buyer was told for good. */
export type Answer =
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'refusal'; readonly code: string | undefined }

/** A purchase under its key, and who makes it. */
export interface KeyedPurchase {
  readonly key: string
  readonly client: PartnerClient
  readonly purchase: Purchase
}

/** A purchase and what its buyer was first told. */
export interface AnsweredPurchase extends KeyedPurchase {
  readonly answer: Answer
}

/** What the buyers have written down: it outlives every crash of the service. */
export interface PurchaseBook {
  /** Begun, and not answered yet. */
  readonly open: Map<string, KeyedPurchase>
  readonly answered: Map<string, AnsweredPurchase>
  /** Keys answered since the last look. */
  readonly fresh: Set<string>
  /** Secure data that was shown, by card. */
  readonly secrets: Map<number, string>
  /** Answers that no fault allows. */
  readonly wrong: string[]
}

/** Nothing bought yet. */
export function createPurchaseBook(): PurchaseBook {
  return { open: new Map(), answered: new Map(), fresh: new Set(), secrets: new Map(), wrong: [] }
}
