import type { Merchant } from '../model/stock.ts'
import type { MarketplaceSettings } from '../settings.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import type { Store } from './store.ts'

/** The external dependencies of the marketplace. */
export interface MarketplaceDeps {
  readonly store: Store
  readonly clock: Clock
  readonly realTime: RealTime
  readonly ids: IdSource
  readonly passwords: PasswordHasher
  /** A keyed hash of an email, written to the audit log for unknown emails. */
  readonly hashEmail: (email: string) => string
  readonly gateway: PaymentGateway
  readonly issuer: CardIssuer
  readonly vault: CardVault
  readonly queue: CheckoutQueue
  readonly settings: MarketplaceSettings
}

/** The dependencies of the steps of orders. */
export type OrderDeps = Pick<MarketplaceDeps, 'store' | 'clock' | 'realTime' | 'issuer' | 'vault'>

/** The dependencies of jobs. */
export type JobDeps = OrderDeps & Pick<MarketplaceDeps, 'gateway'>

/** The service clock, which determines every expiry and delay. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

/** Creates UUIDs. */
export interface IdSource {
  /** `name` is unique; a seeded source returns the same UUID for the same name. */
  uuid(name: string): string
  /** For subjects without a name; a seeded source returns the same UUIDs in the same order. */
  next(kind: 'session' | 'cart'): string
}

/** Hashes and verifies passwords. */
export interface PasswordHasher {
  /** Whether a password matches a stored hash. `undefined` (no such customer) takes the same time and never matches. */
  verify(password: string, stored: string | undefined): Promise<boolean>
  /** Whether a stored hash has an older form or cost, so that the next login replaces it. */
  needsRehash(stored: string): boolean
  /** The hash to store of a password. */
  hash(password: string): Promise<string>
}

/** The secrets that make a card worth money. Never logged, never stored in clear. */
export interface CardSecrets {
  readonly number: string
  /** Empty if the card has none. */
  readonly pin: string
  /** Opaque part of the barcode; reveals neither number nor PIN. */
  readonly serial: string
}

/** The part of a card's secrets that is shown in a wallet. */
export interface MaskedSecrets {
  /** `****` and the last four digits. */
  readonly maskedNumber: string
  /** `****`; empty if the card has none. */
  readonly maskedPin: string
  /** As in `CardSecrets`. */
  readonly serial: string
}

/**
 * Obtains cards from their issuers. It is called outside of any transaction, may be slow, and its response may be lost. So each
 * call has a reference, which makes it idempotent.
 */
export interface CardIssuer {
  /** Issues one card; the same card for the same reference. After a rejection it is unknown whether the card was issued. */
  issue(card: {
    readonly reference: string
    readonly cardId: number
    readonly merchant: Merchant
    readonly faceValueCents: number
  }): Promise<CardSecrets>
  /**
   * Voids the card of a reference, because its order was canceled; a card that was not issued yet never will be. May be
   * repeated. After a rejection it is unknown whether the card is void, and the call is retried.
   */
  void(reference: string): Promise<void>
}

/** Encrypts card secrets at rest, bound to the card's id. */
export interface CardVault {
  seal(cardId: number, secrets: CardSecrets): string
  /** Throws if the text belongs to another card or was changed. */
  open(cardId: number, sealed: string): CardSecrets
  /** `toMasked` of the result of `open`. Implementations may cache it. */
  openMasked(cardId: number, sealed: string): MaskedSecrets
}

/** Runs the checkouts of one account one after another (spec 8). */
export interface CheckoutQueue {
  /**
   * Waits for the account's turn. `undefined`: the wait took longer than the limit, four are waiting already, or a checkout under the
   * same `key` is running. Call the returned function when done.
   */
  enter(customerId: number, key: string | undefined): Promise<(() => void) | undefined>
  /** Runs the wait for the account's turn, during which the request holds no shared resource. */
  pause: Pause
}

/** Runs a wait during which no shared resource is held. */
export type Pause = <T>(wait: () => Promise<T>) => Promise<T>

/** Calls `onTime` after `ms`, unless the returned function is called before. */
export type StartTimer = (ms: number, onTime: () => void) => () => void

/** Real time, for waits and leases: no change of the service clock may shorten or stop them. */
export interface RealTime {
  /** Milliseconds since the epoch. */
  now(): number
  readonly startTimer: StartTimer
}

/** Runs `work`; rejects if it takes longer than `ms`, and drops a late result. */
export function withinLimit<T>(startTimer: StartTimer, ms: number, work: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const stopTimer = startTimer(ms, () => reject(new Error(`No response within ${ms} ms`)))
  // Called inside a promise, so that a synchronous throw becomes a rejection.
  void Promise.resolve().then(work).finally(stopTimer).then(resolve, reject)
  return promise
}
