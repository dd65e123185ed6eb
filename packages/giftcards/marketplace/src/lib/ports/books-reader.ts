import type { Cart, CartOwner } from '../model/cart.ts'
import type { CouponUse } from '../model/coupon.ts'
import type { DrawdownAccount, StoreCreditTransaction } from '../model/ledger.ts'
import type { Order } from '../model/order.ts'
import type { PendingPayment } from '../model/payment.ts'
import type { StockBucket } from '../model/stock.ts'
import type { Store } from './store.ts'

/**
 * The lists that an audit of the books reads, on one snapshot. Lists that grow are read a page at a time, in a stated order, from the
 * last row of the page before. So an audit keeps no more than a page of each list in memory.
 */
export interface BooksReader {
  /** All buckets: one for each kind of card. */
  listStock(): Promise<readonly StockBucket[]>
  /** By id. */
  listCustomers(after: number, limit: number): Promise<readonly CustomerBooks[]>
  /** By id, in an order of the store's own. */
  listCarts(after: string, limit: number): Promise<readonly Cart[]>
  /** By id. */
  listOrders(after: number, limit: number): Promise<readonly Order[]>
  /** By reference, in an order of the store's own. */
  listPayments(after: string, limit: number): Promise<readonly PendingPayment[]>
  /** By order. */
  listCouponUses(after: number, limit: number): Promise<readonly CouponUse[]>
  /** By coupon, then by customer. */
  countCouponUses(after: CouponUsePlace | undefined, limit: number): Promise<readonly CouponUseCount[]>
  /** By customer, then by number. */
  listLedger(kind: LedgerKind, after: LedgerRow | undefined, limit: number): Promise<readonly LedgerRow[]>
  /** Rows that name an order, by order, then by type. */
  listLedgerByOrder(
    kind: LedgerKind,
    after: LedgerRow | undefined,
    limit: number,
  ): Promise<readonly LedgerRow[]>
  /** Cards that several orders have: two of the orders of each. */
  listSharedCards(limit: number): Promise<readonly SharedCard[]>

  /** The ids of existing customers among the given ones. */
  findCustomers(ids: readonly number[]): Promise<ReadonlySet<number>>
  /** The codes of existing coupons among the given ones. */
  findCoupons(codes: readonly string[]): Promise<ReadonlySet<string>>
  /** The ids of the carts that owners have, by the text of the owner. */
  findCartsOf(owners: readonly CartOwner[]): Promise<ReadonlyMap<string, string>>
  /** The orders that have the cards, by card. */
  findOrdersOfCards(cardIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** The existing orders among the given ones, each by its number or its UUID. */
  findOrderNames(numbers: readonly number[], uuids: readonly string[]): Promise<ReadonlySet<number | string>>
}

/** A store whose books can be audited. */
export interface AuditableStore extends Store {
  /** Runs an audit on one consistent snapshot. */
  readBooks<T>(work: (books: BooksReader) => Promise<T>): Promise<T>
}

/** The balances of a customer, and the amount that orders hold. */
export interface CustomerBooks {
  readonly id: number
  readonly storeCreditCents: number
  readonly drawdown: DrawdownAccount | undefined
  /** The total due of orders with a pending hold, in cents. */
  readonly heldCents: number
}

/** A ledger of money that customers have with the marketplace. */
export type LedgerKind = 'drawdown' | 'store-credit'

/** A row of either ledger. */
export interface LedgerRow extends Omit<StoreCreditTransaction, 'position'> {
  /** The id of the row, or its position: ascending for each customer. */
  readonly number: number
}

/** The position of a count in its list. */
export type CouponUsePlace = Pick<CouponUse, 'couponId' | 'customerId'>

/** How often a customer has used a coupon, and how often that is allowed; `null`: without a limit. */
export interface CouponUseCount extends CouponUsePlace {
  readonly uses: number
  readonly usesPerAccount: number | null
  readonly usesInTotal: number | null
}

/** A card of two orders. */
export interface SharedCard {
  readonly cardId: number
  readonly orderIds: readonly [number, number]
}
