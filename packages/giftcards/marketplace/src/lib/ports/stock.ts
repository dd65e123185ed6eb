import type { Merchant, StockBucket, StockKey } from '../model/stock.ts'

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

  /** Reserves up to `count` cards of a bucket and returns how many, 0 where there is no such bucket. Atomic. */
  reserveStock(key: StockKey, count: number): Promise<number>
  /** Frees reserved cards. */
  releaseStock(key: StockKey, count: number): Promise<void>
  /** Reserved cards leave the stock for good: `onHand` and `reserved` both go down. */
  sellStock(key: StockKey, count: number): Promise<void>
  /** Sold cards come back: `onHand` goes up. */
  returnStock(key: StockKey, count: number): Promise<void>
  /** Creates a bucket or sets its `onHand`; never below `reserved` (then `onHand = reserved`). */
  putStock(key: StockKey, onHand: number): Promise<StockBucket>
}
