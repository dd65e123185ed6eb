import type { Cart, CartLine, CartOwner } from '../model/cart.ts'
import type { Merchant, StockKey } from '../model/stock.ts'

/** Reads carts and their lines. */
export interface CartsReader {
  /** Expired ones included: the caller judges `expiresAt`. */
  findCart(cartId: string): Promise<Cart | undefined>
  /** The one active cart of an owner, expired or not. */
  findCartOf(owner: CartOwner): Promise<Cart | undefined>
  /** The same with the merchants of its lines. */
  findCartWithMerchants(owner: CartOwner): Promise<CartWithMerchants | undefined>
  /** Ids of carts with `expiresAt <= now`, soonest first. */
  listExpiredCarts(now: number, limit: number): Promise<readonly string[]>
  /** Carts with `expiresAt > now`, the one that lasts longest first, then by id. */
  listLiveCarts(now: number, limit: number): Promise<readonly Cart[]>
  countLiveCarts(now: number): Promise<number>
}

/** Writes carts and their lines. */
export interface CartsWriter {
  /** A new, empty cart. Throws where the owner already has one. */
  insertCart(cart: Cart): Promise<void>
  /** Adds a line at the end, or replaces the quantity of the line with that id. */
  putCartLine(cartId: string, line: CartLine): Promise<void>
  deleteCartLine(cartId: string, lineId: string): Promise<void>
  updateCart(
    cartId: string,
    change: { readonly expiresAt?: number; readonly couponCode?: string | null; readonly owner?: CartOwner },
  ): Promise<void>
  /** Removes a cart and its lines; frees nothing by itself. */
  deleteCart(cartId: string): Promise<void>

  /** Frees what expired carts hold of a bucket, at most `limit` lines; returns how many cards. */
  reclaimStock(key: StockKey, now: number, limit: number): Promise<number>
  /** Removes carts that have expired, soonest first, and frees what they hold; returns how many. */
  deleteExpiredCarts(now: number, limit: number): Promise<number>
}

/** A cart with the merchants of its lines. */
export interface CartWithMerchants {
  readonly cart: Cart
  readonly merchants: ReadonlyMap<number, Merchant>
}
