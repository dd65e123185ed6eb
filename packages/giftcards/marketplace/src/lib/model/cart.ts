import { unitCostCents } from '../money.ts'
import type { StockKey } from './stock.ts'

/** Anonymous carts belong to the session, the others to the customer (decision: carts). */
export type CartOwner =
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'customer'; readonly customerId: number }

/** One line of a cart: cards of one bucket, all of them reserved. */
export interface CartLine extends StockKey {
  /** UUID; the `cardId` of the contract's cart paths. */
  readonly id: string
  readonly quantity: number
}

/** An active buy cart. A cart that expired or was checked out no longer exists. */
export interface Cart {
  /** UUID. */
  readonly id: string
  readonly owner: CartOwner
  /** Canonical code of the applied coupon. */
  readonly couponCode: string | null
  /** In the order in which they were added. */
  readonly lines: readonly CartLine[]
  /** Milliseconds since the epoch, by the service clock. */
  readonly expiresAt: number
}

/** Cards of one bucket in a cart or an order. */
export interface BasketLine extends StockKey {
  readonly id: string
  readonly quantity: number
}

/** Price of one card of a line, in cents. */
export function lineUnitCents(line: StockKey): number {
  return unitCostCents(line.faceValueCents, line.percentOffBps)
}

/** Price of a whole line, in cents (decision: money 3). */
export function lineCents(line: BasketLine): number {
  return lineUnitCents(line) * line.quantity
}

/** Price of all lines before any discount, in cents. */
export function subtotalCents(lines: readonly BasketLine[]): number {
  return lines.reduce((sum, line) => sum + lineCents(line), 0)
}

/** How many cards the lines hold. */
export function cardCount(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}
