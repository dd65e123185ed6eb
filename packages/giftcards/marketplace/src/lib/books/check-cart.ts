import { cardCount } from '../basket.ts'
import type { Cart } from '../model/cart.ts'
import { stockKeyText } from '../model/stock.ts'
import type { StoreReader } from '../ports/store.ts'
import { settings } from '../settings.ts'

/** Whether a cart holds what a cart may hold, for an owner who exists and has no other (decision: carts). */
export async function checkCart(
  reader: StoreReader,
  { id, owner, lines, couponCode }: Cart,
  customerIds: ReadonlySet<number>,
): Promise<readonly string[]> {
  const broken = lines
    .filter((line) => line.quantity < 1)
    .map((line) => `Cart ${id}: line ${line.id} holds no card`)
  if (cardCount(lines) > settings.maxCards) broken.push(`Cart ${id} holds too many cards`)
  if (new Set(lines.map(stockKeyText)).size < lines.length)
    broken.push(`Cart ${id} has two lines of one bucket`)
  if (owner.kind === 'customer' && !customerIds.has(owner.customerId)) {
    broken.push(`Cart ${id} is of an unknown customer`)
  }
  const own = await reader.findCartOf(owner)
  if (own?.id !== id) broken.push(`Cart ${id} is not the one its owner finds`)
  if (couponCode !== null && (await reader.findCoupon(couponCode)) === undefined) {
    broken.push(`Cart ${id} has coupon ${couponCode}, which does not exist`)
  }
  return broken
}
