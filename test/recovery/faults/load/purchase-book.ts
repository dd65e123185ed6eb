import type { Order, PartnerClient } from '@giftcards/client'
import type { Purchase } from './choose-purchase.ts'

/** The final response that a buyer got. */
export type Answer =
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'refusal'; readonly code: string | undefined }

/** A purchase under its key, and who makes it. */
export interface KeyedPurchase {
  readonly key: string
  readonly client: PartnerClient
  readonly purchase: Purchase
}

/** A purchase and the first response that its buyer got. */
export interface AnsweredPurchase extends KeyedPurchase {
  readonly answer: Answer
}

/** The records of the buyers. They outlive every crash of the service. */
export interface PurchaseBook {
  /** Begun, and without a response yet. */
  readonly open: Map<string, KeyedPurchase>
  readonly answered: Map<string, AnsweredPurchase>
  /** Keys that got a response since the last check. */
  readonly fresh: Set<string>
  /** Secure data that was shown, by card. */
  readonly secrets: Map<number, string>
  /** Responses that no fault allows. */
  readonly wrong: string[]
}

/** Nothing bought yet. */
export function createPurchaseBook(): PurchaseBook {
  return { open: new Map(), answered: new Map(), fresh: new Set(), secrets: new Map(), wrong: [] }
}
