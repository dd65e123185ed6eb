import { type StockKey, stockKeyText } from '../model/stock.ts'
import type { BooksReader } from '../ports/books-reader.ts'
import type { Findings } from './findings.ts'

/**
 * Whether `0 ≤ reserved ≤ onHand`, and each bucket's reserved count is what carts and pending payments hold (decisions:
 * inventory, 0016).
 */
export async function checkStock(
  books: BooksReader,
  { inCarts, inPayments }: HeldCards,
  report: Findings['add'],
): Promise<void> {
  const held = new Set([...inCarts.keys(), ...inPayments.keys()])
  for (const bucket of await books.listStock()) {
    const name = stockKeyText(bucket)
    const { onHand, reserved } = bucket
    if (reserved < 0 || reserved > onHand) report(`${name}: ${reserved} reserved of ${onHand} on hand`)
    const [carted = 0, paid = 0] = [inCarts.get(name), inPayments.get(name)]
    if (reserved !== carted + paid) {
      report(`${name}: ${reserved} reserved, but ${carted} in carts and ${paid} in payments`)
    }
    held.delete(name)
  }
  for (const name of held) report(`${name}: in a cart or a payment, but not in stock`)
}

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
  lines: readonly (StockKey & { readonly quantity?: number })[],
): void {
  for (const line of lines) {
    const name = stockKeyText(line)
    counts.set(name, (counts.get(name) ?? 0) + (line.quantity ?? 1))
  }
}
