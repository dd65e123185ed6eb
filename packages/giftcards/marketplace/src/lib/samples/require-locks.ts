import type { CartOwner } from '../model/cart.ts'
import { compareStockKeys, type StockKey, stockKeyText } from '../model/stock.ts'
import type { Lock, Store, StoreTransaction } from '../ports/store.ts'

/**
 * A store that rejects changes of an account, a session or a cart that the transaction has not locked first. It also rejects
 * locks on stock out of the order of its keys, or after a coupon (decision 0015). SQLite runs one transaction at a time, so its
 * tests would not detect either without this check.
 */
export function requireLocks(store: Store): Store {
  return { ...store, transaction: (work) => store.transaction((tx) => work(guard(tx))) }
}

function guard(tx: StoreTransaction): StoreTransaction {
  const held = new Set<string>()
  let isUsed = false
  const assertHeld = (owner: CartOwner): void => {
    if (!held.has(keyOf(owner))) throw new Error(`Changed without a lock: ${keyOf(owner)}`)
  }
  const assertAccount = (customerId: number): void => assertHeld({ kind: 'customer', customerId })
  const ofAccount = async ({ customerId }: { readonly customerId: number }) => assertAccount(customerId)
  const ofCart = async (cartId: string) => {
    const cart = await tx.findCart(cartId)
    if (cart !== undefined) assertHeld(cart.owner)
  }
  const stock = new Set<string>()
  let lastStock: StockKey | undefined
  let couponId: number | undefined
  const assertStockOrder = (key: StockKey): void => {
    if (stock.has(stockKeyText(key))) return
    if (couponId !== undefined) throw new Error(`Stock locked after a coupon: ${stockKeyText(key)}`)
    if (lastStock !== undefined && compareStockKeys(lastStock, key) > 0)
      throw new Error(`Stock locked out of order: ${stockKeyText(key)} after ${stockKeyText(lastStock)}`)
  }
  const holdStock = (key: StockKey): void => {
    assertStockOrder(key)
    if (lastStock === undefined || compareStockKeys(lastStock, key) < 0) lastStock = key
    stock.add(stockKeyText(key))
  }
  const checks: Partial<Record<keyof StoreTransaction, (first: never) => Promise<void>>> = {
    updateCustomer: async (customerId: number) => assertAccount(customerId),
    putDrawdownAccount: ofAccount,
    insertDrawdownTransaction: ofAccount,
    insertOrder: ofAccount,
    insertPayment: ofAccount,
    putIdempotencyRecord: ofAccount,
    async putPaymentLeg({ orderId }: { readonly orderId: number }) {
      const order = await tx.findOrder(orderId)
      if (order !== undefined) assertAccount(order.customerId)
      else if (held.size === 0) throw new Error(`A leg of order ${orderId} was changed without a lock`)
    },
    async updateOrder(id: number) {
      const order = await tx.findOrder(id)
      if (order !== undefined) assertAccount(order.customerId)
    },
    insertCart: async ({ owner }: { readonly owner: CartOwner }) => assertHeld(owner),
    putCartLine: ofCart,
    deleteCartLine: ofCart,
    updateCart: ofCart,
    deleteCart: ofCart,
    // Nothing is locked if nothing is available.
    reserveStock: async (key: StockKey) => assertStockOrder(key),
    lockStock: async (keys: readonly StockKey[]) => {
      for (const key of keys.toSorted(compareStockKeys)) holdStock(key)
    },
    releaseStock: async (key: StockKey) => holdStock(key),
    sellStock: async (key: StockKey) => holdStock(key),
    returnStock: async (key: StockKey) => holdStock(key),
    reclaimStock: async (key: StockKey) => assertStockOrder(key),
    insertCouponUse: async (id: number) => void (couponId = id),
    deleteCouponUse: async (id: number) => void (couponId = id),
  }
  return new Proxy(tx, {
    get(target, name: keyof StoreTransaction) {
      if (name === 'lock') {
        return async (...locks: readonly Lock[]) => {
          if (isUsed) throw new Error('A transaction locks once, and before anything else')
          isUsed = true
          for (const lock of locks) held.add(keyOf(lock))
          await tx.lock(...locks)
        }
      }
      isUsed = true
      const method = target[name] as (...args: readonly unknown[]) => Promise<unknown>
      const check = checks[name]
      if (check === undefined) return method
      return async (...args: readonly unknown[]) => {
        await check(args[0] as never)
        const result = await method(...args)
        if (name === 'reserveStock' && result !== 0) holdStock(args[0] as StockKey)
        return result
      }
    },
  })
}

const keyOf = (lock: Lock): string => JSON.stringify(lock)
