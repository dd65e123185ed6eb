import { cardCount } from '../basket.ts'
import type { Cart } from '../model/cart.ts'
import { stockKeyText } from '../model/stock.ts'
import type { StoreReader } from '../ports/store.ts'
import { settings } from '../settings.ts'

/** Whether `0 ≤ reserved ≤ onHand`, and each bucket's reserved count is what the carts hold (decision: inventory). */
export async function checkStock(reader: StoreReader): Promise<readonly string[]> {
  const carts = await listCarts(reader)
  const held = new Map<string, number>()
  for (const line of carts.flatMap((cart) => cart.lines)) {
    const name = stockKeyText(line)
    held.set(name, (held.get(name) ?? 0) + line.quantity)
  }
  const broken: string[] = carts.flatMap(checkCart)
  for (const bucket of await reader.listStock()) {
    const name = stockKeyText(bucket)
    const { onHand, reserved } = bucket
    if (reserved < 0 || reserved > onHand) broken.push(`${name}: ${reserved} reserved of ${onHand} on hand`)
    const inCarts = held.get(name) ?? 0
    if (reserved !== inCarts) broken.push(`${name}: ${reserved} reserved, but ${inCarts} in carts`)
    held.delete(name)
  }
  return [...broken, ...[...held.keys()].map((name) => `${name}: in a cart, but not in stock`)]
}

/** Every cart expires some day, so all of them have expired by then. */
async function listCarts(reader: StoreReader): Promise<readonly Cart[]> {
  const ids = await reader.listExpiredCarts(Number.MAX_SAFE_INTEGER, 1_000_000)
  const carts = await Promise.all(ids.map((id) => reader.findCart(id)))
  return carts.filter((cart) => cart !== undefined)
}

function checkCart(cart: Cart): string[] {
  const broken = cart.lines
    .filter((line) => line.quantity < 1)
    .map((line) => `Cart ${cart.id}: line ${line.id} holds no card`)
  if (cardCount(cart.lines) > settings.maxCards) broken.push(`Cart ${cart.id} holds too many cards`)
  if (new Set(cart.lines.map(stockKeyText)).size < cart.lines.length) {
    broken.push(`Cart ${cart.id} has two lines of one bucket`)
  }
  return broken
}
