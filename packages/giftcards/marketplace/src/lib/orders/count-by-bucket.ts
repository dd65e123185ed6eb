import { type StockKey, stockKeyText } from '../model/stock.ts'

/** How many of some cards are of each bucket, in the order in which the buckets appear. */
export function countByBucket(
  cards: readonly StockKey[],
): readonly { readonly bucket: StockKey; readonly count: number }[] {
  return [...Map.groupBy(cards, stockKeyText).values()].flatMap((same) =>
    same.slice(0, 1).map((bucket) => ({ bucket, count: same.length })),
  )
}
