import type { Order, PartnerClient } from '@giftcards/client'
import type { Purchase } from './choose-purchase.ts'

/** The final response that a buyer got. */
export type Answer =
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'refusal'; readonly code: string | undefined }

/** A purchase with its key and its buyer. */
export interface KeyedPurchase {
  readonly key: string
  readonly client: PartnerClient
  readonly purchase: Purchase
}

/** A purchase and the first response that its buyer got. */
export interface AnsweredPurchase extends KeyedPurchase {
  readonly answer: Answer
}

/** The records of the buyers. They survive every crash of the service. */
export interface PurchaseBook {
  /** Purchases that have begun and have no response yet. */
  readonly open: Map<string, KeyedPurchase>
  readonly answered: Map<string, AnsweredPurchase>
  /** Keys that got a response since the last check. */
  readonly fresh: Set<string>
  /** Secure data that was returned, by card. */
  readonly secrets: Map<number, string>
  /** Responses that no fault allows. */
  readonly wrong: string[]
}

/** Creates an empty book. */
export function createPurchaseBook(): PurchaseBook {
  return { open: new Map(), answered: new Map(), fresh: new Set(), secrets: new Map(), wrong: [] }
}
