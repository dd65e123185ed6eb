/**
 * The fulfillment of orders with this merchant's cards after checkout (decision: sandbox, magic merchants).
 * Ordinary merchants have `standard`.
 */
export type Fulfillment = 'standard' | 'delayed' | 'review' | 'hold' | 'cancel' | 'never-sold'

/** A merchant whose cards are sold. */
export interface Merchant {
  readonly id: number
  readonly name: string
  readonly image: string
  readonly balanceCheckLink: string
  readonly color: string
  readonly description: string
  readonly buyMessage: string
  readonly barcodeFormat: string
  /** Put before the serial in the barcode. */
  readonly barcodePrefix: string
  readonly cardsHavePin: boolean
  readonly canBalanceInquiry: boolean
  readonly fulfillment: Fulfillment
}

/** The card types of the contract (spec 2.4). */
export type CardType = 'ecode' | 'physical' | 'newEcodeB2B' | 'newEcodeAsPre'

/** The key of interchangeable cards; matched exactly, `percentOffBps` is a price lock (decision: inventory). */
export interface StockKey {
  readonly merchantId: number
  readonly faceValueCents: number
  readonly percentOffBps: number
  readonly type: CardType
  readonly isLowRisk: boolean
}

/** One bucket of stock; always `0 ≤ reserved ≤ onHand`. */
export interface StockBucket extends StockKey {
  readonly onHand: number
  readonly reserved: number
}

/** Reads merchants and the stock of their cards. */
export interface StockReader {
  /** The merchants of the given ids that exist, in one query. */
  findMerchants(ids: readonly number[]): Promise<ReadonlyMap<number, Merchant>>
  /** By id. */
  listMerchants(): Promise<readonly Merchant[]>

  findStock(key: StockKey): Promise<StockBucket | undefined>
  /** By merchant, type, face value, percent off, low risk last. */
  listStock(): Promise<readonly StockBucket[]>
}

/** Writes merchants and the stock of their cards. */
export interface StockWriter {
  /** Adds a merchant, or replaces the one with its id. */
  putMerchant(merchant: Merchant): Promise<void>

  /** Locks the rows of buckets in the order of their keys, for a transaction that changes them in another order. */
  lockStock(keys: readonly StockKey[]): Promise<void>
  /**
   * Reserves up to `count` cards of a bucket and returns how many. Returns 0 if there is no such bucket.
   * Atomic.
   */
  reserveStock(key: StockKey, count: number): Promise<number>
  /** Releases reserved cards. */
  releaseStock(key: StockKey, count: number): Promise<void>
  /** Sells reserved cards: `onHand` and `reserved` both go down. */
  sellStock(key: StockKey, count: number): Promise<void>
  /** Returns sold cards to stock: `onHand` goes up. */
  returnStock(key: StockKey, count: number): Promise<void>
  /** Creates a bucket or sets its `onHand`; never below `reserved` (then `onHand = reserved`). */
  putStock(key: StockKey, onHand: number): Promise<StockBucket>
}

/** How many cards of a bucket are free to be reserved. */
export function availableCount(bucket: StockBucket): number {
  return bucket.onHand - bucket.reserved
}

/** A text for a stock key, the same for equal keys; for maps. */
export function stockKeyText(key: StockKey): string {
  const risk = key.isLowRisk ? 'low-risk' : 'any'
  return `${key.merchantId}/${key.type}/${key.faceValueCents}/${key.percentOffBps}/${risk}`
}

/**
 * The order in which every transaction locks stock, so that no two wait for each other. It is by merchant, type, face value and
 * percent off, with low risk last.
 */
export function compareStockKeys(a: StockKey, b: StockKey): number {
  if (a.merchantId !== b.merchantId) return a.merchantId - b.merchantId
  if (a.type !== b.type) return a.type < b.type ? -1 : 1
  if (a.faceValueCents !== b.faceValueCents) return a.faceValueCents - b.faceValueCents
  if (a.percentOffBps !== b.percentOffBps) return a.percentOffBps - b.percentOffBps
  return Number(a.isLowRisk) - Number(b.isLowRisk)
}

/** Counts cards by bucket, in the order of the keys. */
export function countByBucket(
  cards: readonly (StockKey & { readonly quantity?: number })[],
): readonly { readonly bucket: StockKey; readonly count: number }[] {
  const counts = new Map<string, { readonly bucket: StockKey; readonly count: number }>()
  for (const card of cards) {
    const name = stockKeyText(card)
    counts.set(name, { bucket: card, count: (counts.get(name)?.count ?? 0) + (card.quantity ?? 1) })
  }
  return [...counts.values()].toSorted((a, b) => compareStockKeys(a.bucket, b.bucket))
}

/** The merchants of cards, by id. */
export function findMerchantsOf(
  tx: StockReader,
  cards: readonly Pick<StockKey, 'merchantId'>[],
): Promise<ReadonlyMap<number, Merchant>> {
  return tx.findMerchants([...new Set(cards.map((card) => card.merchantId))])
}

/** Cards as a request names them; `onlyLowRisk` takes only low-risk stock (spec 2.4). */
export interface WantedCards extends Omit<StockKey, 'isLowRisk'> {
  readonly onlyLowRisk?: boolean
}

/** The buckets that can serve a request, in order of preference: ordinary stock before low-risk stock. */
export function bucketsFor(wanted: WantedCards): readonly StockKey[] {
  const { merchantId, faceValueCents, percentOffBps, type, onlyLowRisk = false } = wanted
  const risks = onlyLowRisk ? [true] : [false, true]
  return risks.map((isLowRisk) => ({ merchantId, faceValueCents, percentOffBps, type, isLowRisk }))
}
