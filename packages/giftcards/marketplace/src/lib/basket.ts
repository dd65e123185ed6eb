import { unitCostCents } from './money/percentage.ts'
import type { StockKey } from './model/stock.ts'

/** Cards of one bucket in a cart or an order. */
export interface BasketLine extends StockKey {
  readonly id: string
  readonly quantity: number
}

/** Price of one card of a line, in cents. */
export function lineUnitCents(line: StockKey): number {
  return unitCostCents(line.faceValueCents, line.percentOffBps)
}

/** Price of a whole line, in cents (decision: money 3). */
export function lineCents(line: BasketLine): number {
  return lineUnitCents(line) * line.quantity
}

/** Price of all lines before any discount, in cents. */
export function subtotalCents(lines: readonly BasketLine[]): number {
  return lines.reduce((sum, line) => sum + lineCents(line), 0)
}

/** How many cards the lines hold. */
export function cardCount(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0)
}
