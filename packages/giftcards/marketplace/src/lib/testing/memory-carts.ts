import type { Cart, CartOwner } from '../model/cart.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { findCartOf } from './memory-reader.ts'
import type { MemoryState } from './memory-state.ts'

type CartWriter = Pick<
  StoreTransaction,
  'insertCart' | 'putCartLine' | 'deleteCartLine' | 'updateCart' | 'deleteCart'
>

/** Changes the carts of a state; one cart per owner. */
export function createMemoryCarts({ carts }: MemoryState): CartWriter {
  const get = (cartId: string): Cart => {
    const cart = carts.get(cartId)
    if (cart === undefined) throw new Error(`No such cart: ${cartId}`)
    return cart
  }
  const assertFree = (owner: CartOwner) => {
    if (findCartOf({ carts }, owner) !== undefined) throw new Error('The owner already has a cart')
  }
  return {
    async insertCart(cart) {
      if (carts.has(cart.id)) throw new Error(`Cart exists: ${cart.id}`)
      assertFree(cart.owner)
      carts.set(cart.id, cart)
    },
    async putCartLine(cartId, line) {
      const cart = get(cartId)
      if (line.quantity <= 0) throw new Error(`A cart line needs a positive quantity: ${line.quantity}`)
      const isNew = cart.lines.every((each) => each.id !== line.id)
      const lines = isNew
        ? [...cart.lines, line]
        : cart.lines.map((each) => (each.id === line.id ? { ...each, quantity: line.quantity } : each))
      carts.set(cartId, { ...cart, lines })
    },
    async deleteCartLine(cartId, lineId) {
      const cart = carts.get(cartId)
      if (cart !== undefined)
        carts.set(cartId, { ...cart, lines: cart.lines.filter((line) => line.id !== lineId) })
    },
    async updateCart(cartId, change) {
      const cart = get(cartId)
      if (change.owner !== undefined && findCartOf({ carts }, change.owner)?.id !== cart.id)
        assertFree(change.owner)
      carts.set(cartId, { ...cart, ...change })
    },
    async deleteCart(cartId) {
      carts.delete(cartId)
    },
  }
}
