import type { SandboxWire } from '@giftcards/contract/sandbox'
import { listCarts, type LiveCart, type StoreReader } from '@giftcards/marketplace'
import { toCart } from '../../wire/cart-to-wire.ts'
import { readEmails } from './customer-rows.ts'

type Schemas = SandboxWire.components['schemas']

/** The carts that live at `now`, the one changed last first, at most `limit`, and how many there are. */
export async function readCartRows(
  tx: StoreReader,
  now: number,
  limit: number,
): Promise<Schemas['SandboxCarts']> {
  const emails = await readEmails(tx)
  const { carts, count } = await listCarts(tx, now, limit)
  return { carts: carts.map((cart) => toRow(cart, emails)), cartCount: count }
}

function toRow(cart: LiveCart, emails: ReadonlyMap<number, string>): Schemas['SandboxCart'] {
  const { owner, expiresAt } = cart
  return {
    customer: owner.kind === 'customer' ? (emails.get(owner.customerId) ?? null) : null,
    sessionId: owner.kind === 'session' ? owner.sessionId : null,
    expiresAt: new Date(expiresAt).toISOString(),
    cart: toCart(cart),
  }
}
