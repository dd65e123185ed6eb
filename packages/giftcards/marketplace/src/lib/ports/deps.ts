import type { Merchant } from '../model/stock.ts'
import type { MarketplaceSettings } from '../settings.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import type { Store } from './store.ts'

/** Everything the marketplace works with; nothing is looked up elsewhere. */
export interface MarketplaceDeps {
  readonly store: Store
  readonly clock: Clock
  readonly realTime: RealTime
  readonly ids: IdSource
  readonly passwords: PasswordHasher
  readonly gateway: PaymentGateway
  readonly issuer: CardIssuer
  readonly vault: CardVault
  readonly queue: CheckoutQueue
  readonly settings: MarketplaceSettings
}

/** The collaborators that take the steps of orders. */
export type OrderDeps = Pick<MarketplaceDeps, 'store' | 'clock' | 'realTime' | 'issuer' | 'vault'>

/** The collaborators that do jobs. */
export type JobDeps = OrderDeps & Pick<MarketplaceDeps, 'gateway'>

/** The service clock: every expiry and delay reads it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

/** Gives UUIDs. */
export interface IdSource {
  /** `name` is unique per thing; a seeded source answers the same UUID for the same name. */
  uuid(name: string): string
  /** For a thing without a name of its own; a seeded source answers the same UUIDs in the same order. */
  next(kind: 'session' | 'cart'): string
}

/** Hashes and verifies passwords. */
export interface PasswordHasher {
  /** Whether a password has a stored hash. `undefined` (no such customer) costs the same and is never right. */
  verify(password: string, stored: string | undefined): Promise<boolean>
  /** Whether a stored hash is of an older form or cost, so that the next login replaces it. */
  needsRehash(stored: string): boolean
  /** The hash to store of a password. */
  hash(password: string): Promise<string>
}

/** The secrets that make a card worth money. Never logged, never stored in clear. */
export interface CardSecrets {
  readonly number: string
  /** Empty where the card has none. */
  readonly pin: string
  /** Opaque part of the barcode; says nothing of number or PIN. */
  readonly serial: string
}

/** The part of a card's secrets that its wallet shows. */
export interface MaskedSecrets {
  /** `****` and the last four digits. */
  readonly maskedNumber: string
  /** `****`; empty where the card has none. */
  readonly maskedPin: string
  /** As in `CardSecrets`. */
  readonly serial: string
}

/**
 * Obtains cards from their issuers. It is asked outside of any transaction, may be slow, and its answer may be lost; so what it does is
 * named by a reference and never happens twice.
 */
export interface CardIssuer {
  /** Issues one card. Asked again by the same reference it gives the same card; a rejection leaves it unknown whether there is one. */
  issue(card: {
    readonly reference: string
    readonly cardId: number
    readonly merchant: Merchant
    readonly faceValueCents: number
  }): Promise<CardSecrets>
  /**
   * Makes sure that the card of a reference is worthless, or will never be issued where it was not: its order was canceled. May be
   * repeated. A rejection leaves it unknown whether the card is worthless, and it is asked again.
   */
  void(reference: string): Promise<void>
}

/** Encrypts card secrets at rest, bound to the card's id. */
export interface CardVault {
  seal(cardId: number, secrets: CardSecrets): string
  /** Throws where the text was made for another card or was changed. */
  open(cardId: number, sealed: string): CardSecrets
  /** `toMasked` of what `open` gives, which may be remembered. */
  openMasked(cardId: number, sealed: string): MaskedSecrets
}

/** Lets the checkouts of one account run one after another (spec 8). */
export interface CheckoutQueue {
  /**
   * Waits for the account's turn. `undefined`: the wait took longer than the limit, or a checkout under the same
   * `key` is running. Call the answer when done.
   */
  enter(customerId: number, key: string | undefined): Promise<(() => void) | undefined>
}

/** Calls `onTime` after `ms`, unless the returned function is called before. */
export type StartTimer = (ms: number, onTime: () => void) => () => void

/** Time as it passes outside: for waits and leases, which no change of the service clock may shorten or stop. */
export interface RealTime {
  /** Milliseconds since the epoch. */
  now(): number
  readonly startTimer: StartTimer
}

/** Does `work`; rejects where it takes longer than `ms`, and drops its late result. */
export function withinLimit<T>(startTimer: StartTimer, ms: number, work: () => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const stopTimer = startTimer(ms, () => reject(new Error(`No answer within ${ms} ms`)))
  // Called in a promise, so that what it throws at once is a rejection too.
  void Promise.resolve().then(work).finally(stopTimer).then(resolve, reject)
  return promise
}
