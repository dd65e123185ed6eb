import { readCartRows } from '../rows/cart-rows.ts'
import { type Control, defaultLimit } from './control.ts'

/** Lists the live carts, the one changed last first. */
export const listCarts: Control<'listCarts'> = async ({ query }, { clock, marketplace }) => {
  const limit = query.limit ?? defaultLimit
  return { status: 200, body: await marketplace.store.read((tx) => readCartRows(tx, clock.now(), limit)) }
}
