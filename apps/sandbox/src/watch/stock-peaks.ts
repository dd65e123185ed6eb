import type { InventoryRow } from './sandbox-data.ts'

/** The most cards that were seen of each kind, so that a bar shows what has been sold since. */
export type StockPeaks = ReadonlyMap<string, number>

/** One spelling of a kind of card. */
export function bucketKey(row: InventoryRow): string {
  const { merchantId, faceValue, percentOff, type, isLowRisk } = row
  return [merchantId, type, faceValue, percentOff, isLowRisk].join('/')
}

/** Remembers the larger counts; kinds that are gone are forgotten. */
export function foldPeaks(peaks: StockPeaks, inventory: readonly InventoryRow[]): StockPeaks {
  return new Map(
    inventory.map((row) => [bucketKey(row), Math.max(peaks.get(bucketKey(row)) ?? 0, row.onHand)]),
  )
}
