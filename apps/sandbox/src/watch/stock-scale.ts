import type { InventoryRow } from './sandbox-data.ts'

/** One spelling of a kind of card. */
export function bucketKey(row: InventoryRow): string {
  const { merchantId, faceValue, percentOff, type, isLowRisk } = row
  return [merchantId, type, faceValue, percentOff, isLowRisk].join('/')
}

/**
 * How many cards a full bar stands for: the smallest of 10, 20, 50, 100, 200, … that holds every kind. It follows from the
 * stock alone, so a page that is loaded again draws the same bars, and bars of different kinds can be compared.
 */
export function stockScale(inventory: readonly InventoryRow[]): number {
  const largest = Math.max(10, ...inventory.map(({ onHand }) => onHand))
  const power = 10 ** Math.floor(Math.log10(largest))
  return [1, 2, 5, 10].map((step) => step * power).find((scale) => scale >= largest) ?? largest
}
