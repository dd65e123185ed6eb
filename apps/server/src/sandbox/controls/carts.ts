import type { SandboxWire } from '@giftcards/contract/sandbox'
import { listCarts as findCarts, type LiveCart, type StoreReader } from '@giftcards/marketplace'
import { toCart } from '../../wire/cart-to-wire.ts'
import { type Control, defaultLimit } from './control.ts'
import { readEmails } from './customers.ts'

/** Lists the active carts, last changed first. */
export const listCarts: Control<'listCarts'> = async ({ query }, { clock, marketplace }) => {
  const limit = query.limit ?? defaultLimit
  return { status: 200, body: await marketplace.store.read((tx) => readCartRows(tx, clock.now(), limit)) }
}

type Schemas = SandboxWire.components['schemas']

/** Returns the carts that have not expired at `now`, last changed first, at most `limit`, and their total number. */
export async function readCartRows(
  tx: StoreReader,
  now: number,
  limit: number,
): Promise<Schemas['SandboxCarts']> {
  const emails = await readEmails(tx)
  const { carts, count } = await findCarts(tx, now, limit)
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
