import type { InventoryRow } from './sandbox-data.ts'

/** A key for a kind of card. */
export function bucketKey(row: InventoryRow): string {
  const { merchantId, faceValue, percentOff, type, isLowRisk } = row
  return [merchantId, type, faceValue, percentOff, isLowRisk].join('/')
}

/**
 * The number of cards of a full bar: the smallest of 10, 20, 50, 100, 200, … that fits every kind. It depends only on the stock,
 * so a reload draws the same bars, and bars of different kinds can be compared.
 */
export function stockScale(inventory: readonly InventoryRow[]): number {
  const largest = Math.max(10, ...inventory.map(({ onHand }) => onHand))
  const power = 10 ** Math.floor(Math.log10(largest))
  return [1, 2, 5, 10].map((step) => step * power).find((scale) => scale >= largest) ?? largest
}
