import type { Store, StoreTransaction } from '@giftcards/marketplace'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPostgresStore, openSqliteStore } from '../index.ts'
import {
  noon,
  plentiful,
  sampleCart,
  sampleData,
  sampleLine,
  sampleOrder,
  scarce,
} from './suite/sample-data.ts'
import { snapshot } from './suite/snapshot.ts'
import { transact } from './suite/suite-store.ts'
import { sharedDatabase } from './testing/shared-postgres.ts'

describe('openPostgresStore', () => {
  it('for any calls, agrees with SQLite', async () => {
    const stores = await Promise.all([
      openSqliteStore({ location: ':memory:', mode: 'sandbox' }),
      openPostgresStore({ url: await sharedDatabase(), mode: 'sandbox' }),
    ])
    await expect(assertAgreement(stores, 10)).resolves.toBeUndefined()
  })
})

/** Throws the calls after which two stores differ. */
async function assertAgreement(stores: readonly Store[], numRuns: number): Promise<void> {
  onTestFinished(async () => {
    for (const each of stores) await each.close()
  })
  const transaction = fc.record({ calls: fc.array(call, { maxLength: 6 }), isKept: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(transaction, { maxLength: 6 }), async (transactions) => {
      const [expected, actual] = await Promise.all(
        stores.map(async (each) => {
          await each.transaction((tx) => tx.seed(sampleData))
          const answers: unknown[] = []
          for (const { calls, isKept } of transactions) answers.push(await run(each, calls, isKept))
          return { answers, left: await snapshot(each) }
        }),
      )
      expect(actual).toEqual(expected)
    }),
    { seed: 20_260_118, numRuns },
  )
}

type Call = (tx: StoreTransaction) => Promise<unknown>

/** The result of a transaction; `refused` if a call was refused, which undoes the transaction. */
function run(store: Store, calls: readonly Call[], isKept: boolean): Promise<unknown> {
  return transact(
    store,
    async (tx) => {
      const answers: unknown[] = []
      for (const each of calls) answers.push(await each(tx))
      return answers
    },
    isKept,
  ).catch(() => 'refused')
}

const count = fc.integer({ min: 0, max: 6 })
const cents = fc.integer({ min: -10, max: 300 })
const key = fc.constantFrom(plentiful, scarce)
const cartId = fc.constantFrom('cart-1', 'cart-2')
const orderId = fc.constantFrom(100_001, 100_002)
const customerId = fc.constantFrom(1, 2)
const at = fc.integer({ min: -5, max: 5 }).map((offset) => noon + offset * 1000)
const owner = fc.constantFrom(
  { kind: 'customer', customerId: 1 } as const,
  { kind: 'session', sessionId: '1' } as const,
)

/** One call of the port with its arguments. A failed property prints it in this form. */
function calling<Args extends readonly unknown[]>(
  name: string,
  args: { readonly [Index in keyof Args]: fc.Arbitrary<Args[Index]> },
  invoke: (tx: StoreTransaction, ...given: Args) => Promise<unknown>,
): fc.Arbitrary<Call> {
  return fc.tuple<[...Args]>(...args).map((given) =>
    Object.assign((tx: StoreTransaction) => invoke(tx, ...given), {
      [fc.toStringMethod]: () => `${name}(${JSON.stringify(given)})`,
    }),
  )
}

const call: fc.Arbitrary<Call> = fc.oneof(
  calling('reserve', [key, count], (tx, ...args) => tx.reserveStock(...args)),
  calling('release', [key, count], (tx, ...args) => tx.releaseStock(...args)),
  calling('sell', [key, count], (tx, ...args) => tx.sellStock(...args)),
  calling('return', [key, count], (tx, ...args) => tx.returnStock(...args)),
  calling('put stock', [key, count], (tx, ...args) => tx.putStock(...args)),
  calling('insert cart', [cartId, owner, at], (tx, id, ofOwner, expiresAt) =>
    tx.insertCart(sampleCart({ id, owner: ofOwner, expiresAt })),
  ),
  calling('put line', [cartId, fc.constantFrom('a', 'b'), count], (tx, id, lineId, quantity) =>
    tx.putCartLine(id, sampleLine({ id: lineId, quantity })),
  ),
  calling('delete line', [cartId, fc.constantFrom('a', 'b')], (tx, ...args) => tx.deleteCartLine(...args)),
  calling('give cart', [cartId, owner], (tx, id, ofOwner) => tx.updateCart(id, { owner: ofOwner })),
  calling('delete cart', [cartId], (tx, id) => tx.deleteCart(id)),
  calling('insert order', [orderId, customerId, at], (tx, id, ofCustomer, first) =>
    tx.insertOrder(sampleOrder({ id, customerId: ofCustomer, plan: [{ at: first, do: 'ship' }] })),
  ),
  calling('end plan', [orderId], (tx, id) => tx.updateOrder(id, { plan: [], status: 'Shipped' })),
  calling('use coupon', [customerId, orderId], (tx, ...args) => tx.insertCouponUse(1, ...args)),
  calling('give coupon back', [orderId], (tx, id) => tx.deleteCouponUse(id)),
  calling('credit', [customerId, cents], (tx, id, storeCreditCents) =>
    tx.updateCustomer(id, { storeCreditCents }),
  ),
  calling('account', [customerId, cents, cents], (tx, id, balanceCents, pendingCents) =>
    tx.putDrawdownAccount({ customerId: id, balanceCents, pendingCents, isActive: true }),
  ),
  calling('record', [customerId, at], (tx, id, expiresAt) =>
    tx.putIdempotencyRecord({
      customerId: id,
      key: 'k',
      fingerprint: 'f',
      outcome: { orderId: 1 },
      expiresAt,
    }),
  ),
  calling('attempt', [at], (tx, moment) => tx.insertAttempt('s', moment)),
  calling(
    'purge',
    [fc.constantFrom('idempotency-records', 'attempts', 'jobs'), at, fc.constantFrom(1, 100)],
    (tx, records, before, limit) => tx.purge(records, before, limit),
  ),
  calling('clock', [at], (tx, frozenAt) => tx.putClockSetting({ frozenAt, offsetMs: 0 })),
)
