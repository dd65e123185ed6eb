import type { AccountsReader, AccountsWriter, App, Customer, SavedPaymentMethod } from '../model/accounts.ts'
import type { CartOwner, CartsReader, CartsWriter } from '../model/cart.ts'
import type { Coupon, CouponsReader, CouponsWriter } from '../model/coupon.ts'
import type { JobsReader, JobsWriter, JobState } from '../model/job.ts'
import type { DrawdownAccount, DrawdownTransaction, LedgerReader, LedgerWriter } from '../model/ledger.ts'
import type { NumberSeries, OrdersReader, OrdersWriter } from '../model/order.ts'
import type { PaymentLeg, PaymentsReader, PaymentsWriter } from '../model/payment.ts'
import type { Merchant, StockKey, StockReader, StockWriter } from '../model/stock.ts'

/**
 * The mode of a store, fixed permanently when it is created. Only a sandbox has test data, a reset, and a clock that can be set.
 * Production uses real time and never replaces data.
 */
export type StoreMode = 'sandbox' | 'production'

/** The storage of the marketplace. Each engine has an implementation; all of them pass one suite. */
export interface Store {
  /**
   * Runs `work` in one read-write transaction. Commits when `work` resolves. Rolls back and rejects when `work` throws. Rolls
   * back a result that `isRefused`, and resolves with it: a refusal changes nothing (unless it is `kept`). May run `work` more than once if the engine
   * requires a retry. Each statement sees all data committed by then, so `work` first locks the rows it judges and changes.
   * Rows that many change, such as stock, change by guarded updates without a lock.
   */
  transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T>
  /** Runs `work` on one consistent snapshot; writing in it is an error. */
  read<T>(work: (tx: StoreReader) => Promise<T>): Promise<T>
  /** Runs one statement, which is a snapshot by itself and costs half of `read` on PostgreSQL. A second one is an error. */
  readOne<T>(work: (tx: StoreReader) => Promise<T>): Promise<T>
  /** Reads the data for the guards of a request, in one statement. */
  findAccess(appId: string, customerId: number | null): Promise<Access>
  /**
   * Calls `listener` after each commit that wrote or opened a job, until the returned function is called: in this process and, if
   * the engine supports it, in other processes. A notification may be missed.
   */
  onJobs(listener: () => void): () => void
  /** Resolves when the engine responds and accepts writes; rejects with `StoreUnavailableError` otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The engine cannot be reached, or refuses to work (disk full, lock timeout, connection lost). Answered 503. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
}

/** Reads the store, by role. Lists are in the stated order; a missing thing is `undefined`. */
export interface StoreReader
  extends
    AccountsReader,
    StockReader,
    CartsReader,
    CouponsReader,
    OrdersReader,
    PaymentsReader,
    LedgerReader,
    JobsReader {
  /** The service clock as it was last set; `undefined`: real time, as always in a production store. */
  findClockSetting(): Promise<ClockSetting | undefined>
}

/** Reads and writes the store, by role. Every method takes effect immediately within the transaction. */
export interface StoreTransaction
  extends
    StoreReader,
    AccountsWriter,
    StockWriter,
    CartsWriter,
    CouponsWriter,
    OrdersWriter,
    PaymentsWriter,
    LedgerWriter,
    JobsWriter,
    AuditWriter {
  /**
   * Waits until no other transaction holds any of these, and holds them to the end. Call it first, and only once, so that
   * transactions cannot deadlock. A session's lock covers its cart, a customer's lock everything of the account.
   */
  lock(...locks: readonly Lock[]): Promise<void>

  /** Throws if the store is marked production. */
  putClockSetting(setting: ClockSetting): Promise<void>

  /**
   * Empties everything and puts `data` in its place, number series included. Throws if the store is marked production,
   * before it changes anything.
   */
  seed(data: SeedData): Promise<void>

  /**
   * Puts `data` into an empty store; returns false, and changes nothing, if the store is not empty. It deletes nothing, so a
   * production store accepts it too.
   */
  seedIfEmpty(data: SeedData): Promise<boolean>
}

/** The subject of a lock: an account, an anonymous session, or a name. */
export type Lock = CartOwner | { readonly kind: 'name'; readonly name: string }

/** Whether the application and the customer of a request are enabled, and the service clock. */
export interface Access {
  /** False if the application is unknown or disabled. */
  readonly appIsEnabled: boolean
  /** False if the customer is unknown or disabled, or `null` was given. */
  readonly customerIsEnabled: boolean
  /** The generation of tokens that the customer has now; `undefined` if the customer is unknown, or `null` was given. */
  readonly tokenGeneration: number | undefined
  /** As `findClockSetting`. */
  readonly clock: ClockSetting | undefined
}

/** The setting of the service clock: `now = frozenAt`, or `now = real time + offsetMs`. */
export interface ClockSetting {
  readonly frozenAt: number | null
  readonly offsetMs: number
}

/** The first content of a store. */
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

/** Writes the audit log. */
export interface AuditWriter {
  /** Names the operator in every audit row that this transaction writes from now on. */
  nameOperator(operator: string): void

  /** One row per login that was judged; `customerId: null` if no customer has this email. */
  insertLogin(login: {
    readonly emailHash: string
    readonly customerId: number | null
    readonly isRight: boolean
  }): Promise<void>
  /** One row per refund that an operator has recorded as made outside of the gateway. */
  insertOutsideRefund(
    refund: Pick<PaymentLeg, 'orderId' | 'position' | 'amountCents'> & {
      readonly customerId: number
      readonly note: string
    },
  ): Promise<void>
  /** One row per job that an operator has opened again or canceled; `from: null` if the job had been deleted. */
  insertJobChange(change: {
    readonly jobId: string
    readonly from: JobState | null
    readonly to: JobState
  }): Promise<void>
  /** One row per read of secure data; never a value of the card. */
  insertSecureRead(read: {
    readonly cardId: number
    readonly customerId: number
    readonly at: number
  }): Promise<void>
}
