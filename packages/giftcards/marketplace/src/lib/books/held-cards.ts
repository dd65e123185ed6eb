import { type StockKey, stockKeyText } from '../model/stock.ts'

/** How many cards are reserved, by the text of their bucket, and for what. */
export interface HeldCards {
  readonly inCarts: Map<string, number>
  readonly inPayments: Map<string, number>
}

/** None yet. */
export function createHeldCards(): HeldCards {
  return { inCarts: new Map(), inPayments: new Map() }
}

/** Adds cards to a count. */
export function hold(
  counts: Map<string, number>,
  lines: readonly (StockKey & { readonly quantity: number })[],
): void {
  for (const line of lines) {
    const name = stockKeyText(line)
    counts.set(name, (counts.get(name) ?? 0) + line.quantity)
  }
}
