/** Every decided value of the service. The published list is generated from it. Durations are in milliseconds. */
export const settings = {
  /** The most cards in one cart or order. */
  maxCards: 500,
  /** Sliding, from the last successful change of a cart. */
  cartTtlMs: 30 * 60_000,
  /** How long after its fulfillment a card's secure data may be read (spec 4.6, 8). */
  secureDataWindowMs: 24 * 3_600_000,
  /** How long a payment gateway may take for one response, in real time. */
  gatewayLimitMs: 15_000,
  /** How long a card issuer may take for one call, in real time. */
  issuerLimitMs: 15_000,
  /** How long a process holds a job, in real time. It renews this as long as it works; after that another takes the job over. */
  jobLeaseMs: 30_000,
  /** Attempts at a job before it is parked: about a day and a half. */
  jobAttempts: 48,
  /** The longest pause between two attempts, in real time. */
  longestJobPauseMs: 3_600_000,
  /** How often a checkout checks whether another process has finished the account's payment, in real time. */
  paymentPollMs: 250,
  /** How long the outcome of a checkout under an `Idempotency-Key` is replayed. */
  idempotencyTtlMs: 24 * 3_600_000,
  /** How long login and coupon attempts are kept. */
  attemptLifeMs: 24 * 3_600_000,
  /** How long an ended job is kept. */
  jobLifeMs: 7 * 24 * 3_600_000,
  /** How often expired records are deleted. */
  purgeIntervalMs: 600_000,
  /** How often expired carts are released. */
  cartSweepIntervalMs: 5000,
  /** How long after checkout a physical order enters Fulfillment. */
  prepareAfterMs: 3_600_000,
  /** How long after checkout a physical order is Shipped. */
  shipAfterMs: 24 * 3_600_000,
  /** How long a `delayed` merchant's orders stay Processing. */
  delayedByMs: 10 * 60_000,
  /** When a `cancel` merchant's orders are canceled. */
  cancelAfterMs: 60_000,
  /** Newest ledger rows that are listed. */
  maxLedgerRows: 1000,
  /** Failed logins per email and address, or known session, in `loginFailureWindowMs` before 429. */
  maxLoginFailures: 5,
  loginFailureWindowMs: 15 * 60_000,
  /** Failed logins per email by all unknown callers, in `loginGuessWindowMs` before 429. */
  maxLoginGuesses: 50,
  loginGuessWindowMs: 3_600_000,
  /** Login attempts per address in `loginAttemptWindowMs` before 429. */
  maxLoginAttempts: 10,
  loginAttemptWindowMs: 60_000,
  /** Unknown coupon codes per account, or per address without a login, in `unknownCouponWindowMs` before 429. */
  maxUnknownCoupons: 20,
  unknownCouponWindowMs: 15 * 60_000,
} as const

/** The settings that an operator may change. Their defaults are in `settings`. */
export interface MarketplaceSettings {
  readonly cartTtlMs: number
}
