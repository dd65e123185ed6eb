import { stockKeyText } from '../model/stock.ts'
import type { StoreReader } from '../ports/store.ts'
import type { HeldCards } from './held-cards.ts'

/**
 * Whether `0 ≤ reserved ≤ onHand`, and each bucket's reserved count is what carts and pending payments hold (decisions:
 * inventory, 0016).
 */
export async function checkStock(
  reader: StoreReader,
  { inCarts, inPayments }: HeldCards,
): Promise<readonly string[]> {
  const held = new Set([...inCarts.keys(), ...inPayments.keys()])
  const broken: string[] = []
  for (const bucket of await reader.listStock()) {
    const name = stockKeyText(bucket)
    const { onHand, reserved } = bucket
    if (reserved < 0 || reserved > onHand) broken.push(`${name}: ${reserved} reserved of ${onHand} on hand`)
    const [carted = 0, paid = 0] = [inCarts.get(name), inPayments.get(name)]
    if (reserved !== carted + paid) {
      broken.push(`${name}: ${reserved} reserved, but ${carted} in carts and ${paid} in payments`)
    }
    held.delete(name)
  }
  return [...broken, ...[...held].map((name) => `${name}: in a cart or a payment, but not in stock`)]
}
