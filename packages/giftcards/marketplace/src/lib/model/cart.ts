import { unitCostCents } from '../money.ts'
import type { Merchant, StockKey } from './stock.ts'

/** Anonymous carts belong to the session, the others to the customer (decision: carts). */
export type CartOwner =
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'customer'; readonly customerId: number }

/** One line of a cart, or of an order that is being prepared: reserved cards of one bucket. */
export interface CartLine extends StockKey {
  /** UUID; in a cart, the `cardId` of the contract's paths. */
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

/** Reads carts and their lines. */
export interface CartsReader {
  /** Expired ones included: the caller judges `expiresAt`. */
  findCart(cartId: string): Promise<Cart | undefined>
  /** The one active cart of an owner, expired or not. */
  findCartOf(owner: CartOwner): Promise<Cart | undefined>
  /** As `findCartOf`, with the merchants of its lines. */
  findCartWithMerchants(owner: CartOwner): Promise<CartWithMerchants | undefined>
  /** Carts with `expiresAt > now`, latest expiry first, then by id. */
  listLiveCarts(now: number, limit: number): Promise<readonly Cart[]>
  countLiveCarts(now: number): Promise<number>
}

/** Writes carts and their lines. */
export interface CartsWriter {
  /** A new, empty cart. Throws if the owner already has one. */
  insertCart(cart: Cart): Promise<void>
  /** Adds a line at the end, or replaces the quantity of the line with that id. */
  putCartLine(cartId: string, line: CartLine): Promise<void>
  deleteCartLine(cartId: string, lineId: string): Promise<void>
  updateCart(cartId: string, change: Partial<Pick<Cart, 'expiresAt' | 'couponCode' | 'owner'>>): Promise<void>
  /** Removes a cart and its lines; the caller frees their cards. */
  deleteCart(cartId: string): Promise<void>

  /** Releases the cards of a bucket held by expired carts, at most `limit` lines; returns the number of cards. */
  reclaimStock(key: StockKey, now: number, limit: number): Promise<number>
  /** Removes expired carts, the longest expired first, and releases their cards; returns the number of carts. */
  deleteExpiredCarts(now: number, limit: number): Promise<number>
}

/** A cart with the merchants of its lines. */
export interface CartWithMerchants {
  readonly cart: Cart
  readonly merchants: ReadonlyMap<number, Merchant>
}

/** Price of one card of a line, in cents. */
export function lineUnitCents(line: StockKey): number {
  return unitCostCents(line.faceValueCents, line.percentOffBps)
}

/** Price of a whole line, in cents (decision: money 3). */
export function lineCents(line: CartLine): number {
  return lineUnitCents(line) * line.quantity
}

/** Price of all lines before any discount, in cents. */
export function subtotalCents(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + lineCents(line), 0)
}

/** How many cards the lines hold. */
export function cardCount(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}

/** A text for the owner of a cart, the same for equal owners; for maps and comparisons. */
export function ownerText(owner: CartOwner): string {
  return owner.kind === 'customer' ? `customer/${owner.customerId}` : `session/${owner.sessionId}`
}
