import type { Cart, CartOwner } from '../model/cart.ts'
import { availableCount, type StockBucket, type StockKey, stockKeyText } from '../model/stock.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { findCartOf } from './memory-reader.ts'
import type { MemoryState } from './memory-state.ts'

type StockWriter = Pick<
  StoreTransaction,
  | 'lockStock'
  | 'reserveStock'
  | 'releaseStock'
  | 'sellStock'
  | 'returnStock'
  | 'putStock'
  | 'reclaimStock'
  | 'deleteExpiredCarts'
>

/** Changes the stock of a state; always `0 ≤ reserved ≤ onHand`. */
export function createMemoryStock({ stock, carts }: MemoryState): StockWriter {
  const put = (bucket: StockBucket) => {
    if (bucket.reserved < 0 || bucket.reserved > bucket.onHand)
      throw new Error(
        `Stock would be reserved ${bucket.reserved} of ${bucket.onHand}: ${stockKeyText(bucket)}`,
      )
    stock.set(stockKeyText(bucket), bucket)
    return bucket
  }
  const get = (key: StockKey) => {
    const bucket = stock.get(stockKeyText(key))
    if (bucket === undefined) throw new Error(`No such stock: ${stockKeyText(key)}`)
    return bucket
  }
  const expiredAt = (now: number): Cart[] =>
    [...carts.values()].filter((cart) => cart.expiresAt <= now).toSorted((a, b) => a.expiresAt - b.expiresAt)
  const release = (key: StockKey, count: number): void => {
    const bucket = get(key)
    put({ ...bucket, reserved: bucket.reserved - count })
  }
  return {
    // Transactions run one after the other.
    lockStock: async () => undefined,
    async reserveStock(key, count) {
      const bucket = stock.get(stockKeyText(key))
      const got = bucket === undefined ? 0 : Math.min(count, availableCount(bucket))
      if (bucket !== undefined) put({ ...bucket, reserved: bucket.reserved + got })
      return got
    },
    releaseStock: async (key, count) => release(key, count),
    async sellStock(key, count) {
      const bucket = get(key)
      put({ ...bucket, onHand: bucket.onHand - count, reserved: bucket.reserved - count })
    },
    async returnStock(key, count) {
      const bucket = get(key)
      put({ ...bucket, onHand: bucket.onHand + count })
    },
    async putStock({ merchantId, faceValueCents, percentOffBps, type, isLowRisk }, onHand) {
      const key = { merchantId, faceValueCents, percentOffBps, type, isLowRisk }
      const reserved = stock.get(stockKeyText(key))?.reserved ?? 0
      return put({ ...key, onHand: Math.max(onHand, reserved), reserved })
    },
    async reclaimStock(key, now, limit) {
      const isWanted = (line: StockKey): boolean => stockKeyText(line) === stockKeyText(key)
      const found = expiredAt(now).filter(({ lines }) => lines.some(isWanted))
      let cards = 0
      for (const cart of found.slice(0, limit)) {
        cards += cart.lines.filter(isWanted).reduce((sum, { quantity }) => sum + quantity, 0)
        carts.set(cart.id, { ...cart, lines: cart.lines.filter((line) => !isWanted(line)) })
      }
      if (cards > 0) release(key, cards)
      return cards
    },
    async deleteExpiredCarts(now, limit) {
      const expired = expiredAt(now).slice(0, limit)
      for (const cart of expired) {
        for (const line of cart.lines) release(line, line.quantity)
        carts.delete(cart.id)
      }
      return expired.length
    },
  }
}

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
