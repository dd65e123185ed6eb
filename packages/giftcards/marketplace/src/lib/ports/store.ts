import type { Cart, CartLine, CartOwner } from '../model/cart.ts'
import type { Coupon } from '../model/coupon.ts'
import type { Address, Customer, SavedPaymentMethod } from '../model/customer.ts'
import type { DrawdownAccount, DrawdownTransaction } from '../model/drawdown.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Order, OrderUnit } from '../model/order.ts'
import type { Job, JobCount, JobState, NewJob, PurgedRecords } from '../model/job.ts'
import type { PaymentLeg, PaymentLegKey, PendingPayment } from '../model/payment.ts'
import type { StoreCreditTransaction } from '../model/store-credit.ts'
import type { StockBucket, StockKey } from '../model/stock.ts'

/**
 * What a store serves. It is marked with one of them when it is made, for good. Test data, a reset and a clock that can be
 * set exist in a sandbox alone: in production, time is real time and nothing is replaced.
 */
export type StoreMode = 'sandbox' | 'production'

/** Where the marketplace keeps everything. One implementation per engine; all of them obey one suite. */
export interface Store {
  /**
   * Runs `work` in one read-write transaction. Commits when `work` resolves and `keep` (default: always) says so of its
   * result; rolls back, and still resolves with that result, when `keep` says no; rolls back and rejects when `work` throws.
   * May run `work` more than once where the engine asks for a retry. Each statement sees what is committed by then, so `work`
   * first locks what it judges and changes; what many change, such as stock, changes by guarded updates that need no lock.
   */
  transaction<T>(work: (tx: StoreTransaction) => Promise<T>, keep?: (result: T) => boolean): Promise<T>
  /** Runs `work` on one consistent snapshot; writing in it is an error. */
  read<T>(work: (tx: StoreReader) => Promise<T>): Promise<T>
  /**
   * Runs `question`, which may ask one thing, before it waits for anything: that is a snapshot by itself, and costs a third
   * of `read`. Asking again or later is an error.
   */
  ask<T>(question: (tx: StoreReader) => Promise<T>): Promise<T>
  /** What the guards of a request ask, in one statement: whether this application and customer may come in, and the service clock. */
  findAccess(appId: string, customerId: number | null): Promise<Access>
  /** Resolves when the engine answers and takes writes; rejects with `StoreUnavailableError` otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The engine cannot be reached, or refuses to work (disk full, lock timeout, connection lost). Answered 503. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
}

/** What may be read. Lists are in the stated order; a missing thing is `undefined`. */
export interface StoreReader {
  findApp(appId: string): Promise<App | undefined>
  /** By id. */
  listApps(): Promise<readonly App[]>

  findCustomer(customerId: number): Promise<Customer | undefined>
  /** `email` in lower case. */
  findCustomerByEmail(email: string): Promise<Customer | undefined>
  /** By id. */
  listCustomers(): Promise<readonly Customer[]>
  findPaymentMethod(customerId: number, id: number): Promise<SavedPaymentMethod | undefined>
  /** By id. */
  listPaymentMethods(customerId: number): Promise<readonly SavedPaymentMethod[]>

  /** Those of the given ids that exist, in one query. */
  findMerchants(ids: readonly number[]): Promise<ReadonlyMap<number, Merchant>>
  /** By id. */
  listMerchants(): Promise<readonly Merchant[]>

  findStock(key: StockKey): Promise<StockBucket | undefined>
  /** By merchant, type, face value, percent off, low risk last. */
  listStock(): Promise<readonly StockBucket[]>

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

  /** `code` in canonical upper case. */
  findCoupon(code: string): Promise<Coupon | undefined>
  /** By id. */
  listCoupons(): Promise<readonly Coupon[]>
  /** Uses that were not given back; 0 where the coupon has no limit in total. */
  countCouponUses(couponId: number): Promise<number>
  countCouponUsesBy(couponId: number, customerId: number): Promise<number>
  /** Uses that were not given back, of orders with `orderId > after`, by order. */
  listCouponUses(after: number, limit: number): Promise<readonly CouponUse[]>

  findOrder(id: number): Promise<Order | undefined>
  /** By the UUID of the paths. */
  findOrderByOrderId(orderId: string): Promise<Order | undefined>
  /** A card of an order, fulfilled or not. */
  findCard(cardId: number): Promise<CardOfOrder | undefined>
  /** Ids of orders whose first planned step is due (`plan[0].at <= now`), soonest first, then by id; of one customer where given. */
  listDueOrders(now: number, limit: number, customerId?: number): Promise<readonly number[]>
  /** Of all customers, newest (highest id) first, each with all its units. */
  listOrders(limit: number): Promise<readonly Order[]>
  countOrders(): Promise<number>
  /** Ids of all orders with `id > after`, by id. */
  listOrderIds(after: number, limit: number): Promise<readonly number[]>

  findPayment(reference: string): Promise<PendingPayment | undefined>
  /** The one pending payment of a customer, its lease over or not. */
  findPaymentOf(customerId: number): Promise<PendingPayment | undefined>
  /**
   * References of payments whose lease is over (`leaseUntil <= realNow`) and that no open or parked job is to settle, the longest
   * first, then by reference.
   */
  listPaymentsToSettle(realNow: number, limit: number): Promise<readonly string[]>

  /** The legs of an order's payment, in the order in which they are tried. */
  listPaymentLegs(orderId: number): Promise<readonly PaymentLeg[]>
  /** The legs of all payments behind a key, by order and position. */
  listPaymentLegsAfter(after: PaymentLegKey, limit: number): Promise<readonly PaymentLeg[]>

  findJob(id: string): Promise<Job | undefined>
  /** Jobs in a state, the one due first first, then by id. */
  listJobs(state: JobState, limit: number): Promise<readonly Job[]>
  /** Those that are open or parked, by kind and state. */
  countJobs(): Promise<readonly JobCount[]>

  findDrawdownAccount(customerId: number): Promise<DrawdownAccount | undefined>
  /** The entry of the deposit that was made under a key. */
  findDeposit(customerId: number, key: string): Promise<DrawdownTransaction | undefined>
  /** Newest (highest id) first. */
  listDrawdownTransactions(customerId: number, limit: number): Promise<readonly DrawdownTransaction[]>

  /** The ledger of a customer's store credit, newest (highest position) first. */
  listStoreCreditTransactions(customerId: number, limit: number): Promise<readonly StoreCreditTransaction[]>

  /** `undefined` also where it expired (`expiresAt <= now`). */
  findIdempotencyRecord(customerId: number, key: string, now: number): Promise<IdempotencyRecord | undefined>

  /** Attempts recorded under `subject` with `at > since`, oldest first. */
  listAttempts(subject: string, since: number): Promise<readonly number[]>

  /** The service clock as it was last set; `undefined`: real time, which a production store always answers. */
  findClockSetting(): Promise<ClockSetting | undefined>
}

/** What may be changed. Every method acts at once on the transaction's own view. */
export interface StoreTransaction extends StoreReader {
  /**
   * Waits until no other transaction holds any of these, and holds them to the end. Called first, and once: then no two
   * transactions wait for each other. A session's lock covers its cart, a customer's lock everything of the account.
   */
  lock(...locks: readonly Lock[]): Promise<void>

  /** From now on, what is accounted for in this transaction names the operator who asked for it. */
  nameOperator(operator: string): void

  /** Adds an application, or enables or disables the one with its id. */
  putApp(app: App): Promise<void>
  /** Adds a merchant, or replaces the one with its id. */
  putMerchant(merchant: Merchant): Promise<void>

  /** Takes the next integer of a series. One of a transaction that was rolled back may be left out. */
  nextNumber(series: NumberSeries): Promise<number>
  /** Takes several, ascending; another transaction may take some between them. */
  nextNumbers(series: NumberSeries, count: number): Promise<readonly number[]>

  /** A change of store credit belongs beside its ledger row: see `changeStoreCredit`. */
  updateCustomer(
    customerId: number,
    change: {
      readonly storeCreditCents?: number
      readonly address?: Address | null
      readonly isElite?: boolean
      readonly isDisabled?: boolean
    },
  ): Promise<void>
  /** A new customer under the next id, which it answers. Throws where the email is taken. */
  insertCustomer(customer: Omit<Customer, 'id'>): Promise<number>
  /** Replaces a customer's password hash if it still is `from`, and answers whether it was. Atomic. */
  replacePasswordHash(customerId: number, from: string, to: string): Promise<boolean>

  /** Reserves up to `count` cards of a bucket and answers how many it got, 0 where there is no such bucket. Atomic. */
  reserveStock(key: StockKey, count: number): Promise<number>
  /** Frees reserved cards. */
  releaseStock(key: StockKey, count: number): Promise<void>
  /** Reserved cards leave the stock for good: `onHand` and `reserved` both go down. */
  sellStock(key: StockKey, count: number): Promise<void>
  /** Sold cards come back: `onHand` goes up. */
  returnStock(key: StockKey, count: number): Promise<void>
  /** Creates a bucket or sets its `onHand`; never below `reserved` (then `onHand = reserved`). */
  putStock(key: StockKey, onHand: number): Promise<StockBucket>

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
  /** Frees what expired carts hold of a bucket, of at most `limit` of their lines; answers how many cards. */
  reclaimStock(key: StockKey, now: number, limit: number): Promise<number>
  /** Removes carts that have expired, soonest first, and frees what they hold; answers how many. */
  deleteExpiredCarts(now: number, limit: number): Promise<number>

  /** A new coupon under the next id, which it answers. Throws where the code is taken. */
  insertCoupon(coupon: Omit<Coupon, 'id'>): Promise<number>
  updateCoupon(id: number, change: Pick<Coupon, 'expires'>): Promise<void>
  /** Answers whether the coupon had a use left; where not, nothing changes. Atomic. */
  insertCouponUse(couponId: number, customerId: number, orderId: number): Promise<boolean>
  /** Gives the use of this order back. */
  deleteCouponUse(orderId: number): Promise<void>

  insertOrder(order: Order): Promise<void>
  /** Replaces status, plan and hold; the units named are replaced too. */
  updateOrder(
    id: number,
    change: Partial<Pick<Order, 'status' | 'plan' | 'hold'>> & { readonly units?: readonly OrderUnit[] },
  ): Promise<void>

  /** Throws where the customer already has a pending payment. */
  insertPayment(payment: PendingPayment): Promise<void>
  /** Takes over a payment whose lease is over, until `leaseUntil`, and answers it; `undefined` where there is none. Atomic. */
  leasePayment(reference: string, realNow: number, leaseUntil: number): Promise<PendingPayment | undefined>
  /** Removes a payment, frees nothing by itself, and answers whether it was there. Atomic. */
  deletePayment(payment: Pick<PendingPayment, 'reference' | 'customerId' | 'startedAt'>): Promise<boolean>

  /**
   * Inserts a leg, or replaces what became of it. Throws where another leg of the order has been charged, and where money that is
   * on its way back, or is back, would be taken again.
   */
  putPaymentLeg(leg: PaymentLeg): Promise<void>

  /** Writes a job that is open. One of the same id that has ended is opened again; any other is left as it is. */
  insertJob(job: NewJob): Promise<void>
  /**
   * Takes open jobs that are due and not held, the one due first first, and holds them until `heldUntil`, each attempt counted. Of
   * several processes at a time each gets others.
   */
  claimJobs(claim: {
    readonly now: number
    readonly realNow: number
    readonly heldUntil: number
    readonly limit: number
  }): Promise<readonly Job[]>
  updateJob(
    id: string,
    change: Partial<Pick<Job, 'state' | 'attempts' | 'heldUntil' | 'lastError' | 'endedAt'>>,
  ): Promise<void>
  /** Ends a job that is done, open or parked as it was; does nothing where there is none. */
  endJob(id: string, at: number): Promise<void>

  putDrawdownAccount(account: DrawdownAccount): Promise<void>
  /** Opens an active account without money. Throws where the customer has one. */
  insertDrawdownAccount(customerId: number): Promise<void>
  /** Appends to the ledger. Its id is drawn after the account was found, so that the ledger's ids are in order. */
  insertDrawdownTransaction(row: DrawdownTransaction): Promise<void>

  /** Appends to the ledger of a customer's store credit. Throws where the order has a row of that type already. */
  insertStoreCreditTransaction(row: StoreCreditTransaction): Promise<void>

  putIdempotencyRecord(record: IdempotencyRecord): Promise<void>

  insertAttempt(subject: string, at: number): Promise<void>
  deleteAttempts(subject: string): Promise<void>

  /** One row per login that was judged; `customerId: null` where no customer has this email. */
  insertLogin(login: {
    readonly email: string
    readonly customerId: number | null
    readonly isRight: boolean
  }): Promise<void>

  /** One row per read of secure data; never a value of the card. */
  insertSecureRead(read: {
    readonly cardId: number
    readonly customerId: number
    readonly at: number
  }): Promise<void>

  /** Throws where the store is marked production. */
  putClockSetting(setting: ClockSetting): Promise<void>

  /**
   * Deletes records, the oldest first: idempotency records that expired at or before a moment, attempts that were made before it, jobs
   * that ended before it. Returns how many, at most `limit`.
   */
  purge(records: PurgedRecords, before: number, limit: number): Promise<number>
  /**
   * Empties everything and puts `data` in its place, number series included. Throws where the store is marked production,
   * before it changes anything.
   */
  seed(data: SeedData): Promise<void>
  /**
   * Puts `data` into a store that nobody has put anything into yet, and answers whether it was one; otherwise it changes
   * nothing. It deletes nothing, so a production store takes it too.
   */
  seedIfEmpty(data: SeedData): Promise<boolean>
}

/** A partner's application, as `x-cc-app` names it. */
export interface App {
  readonly id: string
  readonly isEnabled: boolean
}

/** What one transaction at a time works on: an account, an anonymous session, or something by its name. */
export type Lock = CartOwner | { readonly kind: 'name'; readonly name: string }

/** Series of integer ids. */
export type NumberSeries = 'order' | 'card' | 'internalCard' | 'drawdownTransaction'

/** One use of a coupon, by an order or by a pending payment for it. */
export interface CouponUse {
  readonly orderId: number
  readonly couponId: number
  readonly customerId: number
}

/** A cart with what is shown beside its lines. */
export interface CartWithMerchants {
  readonly cart: Cart
  readonly merchants: ReadonlyMap<number, Merchant>
}

/** A card with what its wallet shows beside it. */
export interface CardOfOrder {
  readonly unit: OrderUnit
  readonly order: Pick<Order, 'id' | 'orderId' | 'customerId' | 'purchasedAt' | 'status'>
  /** When the next planned step of the order is due, milliseconds since the epoch; `null` where none is to come. */
  readonly nextStepAt: number | null
  readonly merchant: Merchant
}

/** Who may come in, and what time it is. */
export interface Access {
  /** False where the application is unknown or disabled. */
  readonly appIsEnabled: boolean
  /** False where the customer is unknown or disabled, or none was asked for. */
  readonly customerIsEnabled: boolean
  /** As `findClockSetting`. */
  readonly clock: ClockSetting | undefined
}

/** How the service clock was set: `now = frozenAt`, or `now = real time + offsetMs`. */
export interface ClockSetting {
  readonly frozenAt: number | null
  readonly offsetMs: number
}

/** What a checkout under an `Idempotency-Key` came to (decision: checkout). */
export interface IdempotencyRecord {
  readonly customerId: number
  readonly key: string
  /** Hash of the request. */
  readonly fingerprint: string
  /** The order placed, or the kind of the refusal as the version that stored it named it. */
  readonly outcome: { readonly orderId: number } | { readonly refusal: string }
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Everything a store starts with. */
export interface SeedData {
  readonly apps: readonly App[]
  readonly customers: readonly Customer[]
  readonly paymentMethods: readonly SavedPaymentMethod[]
  readonly merchants: readonly Merchant[]
  readonly stock: readonly (StockKey & { readonly onHand: number })[]
  readonly coupons: readonly Coupon[]
  readonly drawdownAccounts: readonly DrawdownAccount[]
  readonly drawdownTransactions: readonly Omit<DrawdownTransaction, 'id' | 'orderId'>[]
  /** When the opening rows of store credit are booked, milliseconds since the epoch; absent: 0. */
  readonly openedAt?: number
  /** The last number given out, by series; absent: 0. */
  readonly numbers: Partial<Record<NumberSeries, number>>
}
