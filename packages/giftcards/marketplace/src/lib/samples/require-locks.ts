import type { CartOwner } from '../model/cart.ts'
import type { Lock, Store, StoreTransaction } from '../ports/store.ts'

/**
 * A store that rejects what a transaction changes of an account, a session or a cart that it has not locked first. The
 * in-memory store runs one transaction at a time, so it alone would not notice a lock that is missing.
 */
export function requireLocks(store: Store): Store {
  return { ...store, transaction: (work, keep) => store.transaction((tx) => work(guard(tx)), keep) }
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
  const checks: Partial<Record<keyof StoreTransaction, (first: never) => Promise<void>>> = {
    updateCustomer: async (customerId: number) => assertAccount(customerId),
    putDrawdownAccount: ofAccount,
    insertDrawdownTransaction: ofAccount,
    insertOrder: ofAccount,
    insertPayment: ofAccount,
    putIdempotencyRecord: ofAccount,
    async updateOrder(id: number) {
      const order = await tx.findOrder(id)
      if (order !== undefined) assertAccount(order.customerId)
    },
    insertCart: async ({ owner }: { readonly owner: CartOwner }) => assertHeld(owner),
    putCartLine: ofCart,
    deleteCartLine: ofCart,
    updateCart: ofCart,
    deleteCart: ofCart,
  }
  return new Proxy(tx, {
    get(target, name: keyof StoreTransaction) {
      if (name === 'lock') {
        return async (...locks: readonly Lock[]) => {
          if (isUsed) throw new Error('A transaction locks once, and before anything else')
          isUsed = true
          for (const lock of locks) held.add(keyOf(lock))
        }
      }
      isUsed = true
      const method = target[name] as (...args: readonly unknown[]) => Promise<unknown>
      const check = checks[name]
      if (check === undefined) return method
      return async (...args: readonly unknown[]) => {
        await check(args[0] as never)
        return method(...args)
      }
    },
  })
}

const keyOf = (lock: Lock): string => JSON.stringify(lock)
