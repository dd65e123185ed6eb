import { type CartView, viewCart } from '../carts/cart-view.ts'
import type { Cart } from '../model/cart.ts'
import type { StoreReader } from '../ports/store.ts'

/** A cart as it is shown, with whose it is and how long it lasts. */
export interface LiveCart extends CartView, Pick<Cart, 'owner' | 'expiresAt'> {}

/** The carts that live at `now`, the one changed last first, at most `limit`; `count` is of all (decision: sandbox). */
export async function listCarts(
  tx: StoreReader,
  now: number,
  limit: number,
): Promise<{ readonly carts: readonly LiveCart[]; readonly count: number }> {
  const carts: LiveCart[] = []
  for (const cart of await tx.listLiveCarts(now, limit)) {
    carts.push({ ...(await viewCart(tx, cart)), owner: cart.owner, expiresAt: cart.expiresAt })
  }
  return { carts, count: await tx.countLiveCarts(now) }
}
