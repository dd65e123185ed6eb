import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  plentiful,
  sampleCart,
  sampleData,
  sampleLine,
  sampleOrder,
  sampleUnit,
} from '../suite/sample-data.ts'
import { openInMemory, recordStatements } from '../testing/recorded-store.ts'
import { storeLookups } from '../testing/store-lookups.ts'
import type { Db } from './db.ts'
import { createReader, createTransaction } from './transaction.ts'

describe('createReader', () => {
  let counted: Awaited<ReturnType<typeof openCounted>>
  beforeAll(async () => {
    const cleanUps: (() => Promise<void>)[] = []
    counted = await openCounted((cleanUp) => void cleanUps.unshift(cleanUp))
    return async () => {
      for (const cleanUp of cleanUps) await cleanUp()
    }
  })

  it.each(Object.entries(storeLookups))('asks once: %s', async (_name, look) => {
    const { count, session } = counted
    expect(await count(() => look(createReader(session.db)))).toBe(1)
  })

  it('asks twice for a list of carts or orders, however long', async () => {
    const { count, session } = counted
    const reader = createReader(session.db)
    expect(await count(() => reader.listLiveCarts(0, 10))).toBe(2)
    expect(await count(() => reader.listOrders(10))).toBe(2)
  })
})

describe('createTransaction', () => {
  it('takes no more statements where there is more to write', async () => {
    const { count, session } = await openCounted()
    const tx = createTransaction(session)
    const seed = (onHand: readonly number[]) => {
      const stock = onHand.map((each) => ({ ...plentiful, faceValueCents: 100 + each, onHand: each }))
      return count(() => tx.seed({ ...sampleData, stock }))
    }
    expect(await seed(Array.from({ length: 500 }, (_, index) => index))).toBe(await seed([1]))
    const units = [1, 2, 3].map((id) => sampleUnit(id))
    expect(await count(() => tx.insertOrder(sampleOrder({ units })))).toBe(
      await count(() => tx.insertOrder(sampleOrder({ id: 7 }))),
    )
    const update = (length: number) => count(() => tx.updateOrder(100_001, { units: units.slice(0, length) }))
    expect([await update(1), await update(3)]).toStrictEqual([1, 1])
  })

  it.each([
    ['takes numbers', 1, (tx) => tx.nextNumbers(['card', 'internalCard'], 5)],
    [
      'finds a merchant again',
      1,
      async (tx) => {
        await tx.findMerchants([101])
        await tx.findMerchants([101, 101])
      },
    ],
    ['reserves what there is', 1, (tx) => tx.reserveStock(plentiful, 1)],
    ['frees what was reserved', 1, (tx) => tx.releaseStock(plentiful, 0)],
    ['sells', 1, (tx) => tx.sellStock(plentiful, 0)],
    ['puts a line into a cart', 1, (tx) => tx.putCartLine('cart-1', sampleLine({ id: 'line-2' }))],
    ['slides an expiry', 1, (tx) => tx.updateCart('cart-1', { expiresAt: 5 })],
    ['removes a cart and its lines', 2, (tx) => tx.deleteCart('cart-1')],
  ] satisfies readonly (readonly [string, number, Work])[])('%s: %i', async (_name, statements, work) => {
    const { count, session } = await openCounted()
    expect(await count(() => work(createTransaction(session)))).toBe(statements)
  })
})

type Work = (tx: ReturnType<typeof createTransaction>) => Promise<unknown>

/** A session on a database with a cart and an order, whose statements are counted. */
async function openCounted(atEnd: (cleanUp: () => Promise<void>) => void = onTestFinished) {
  const { engine } = await openInMemory()
  atEnd(() => engine.close())
  const { promise, resolve } = Promise.withResolvers<Db>()
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const running = engine.readOne(async (db) => {
    resolve(db)
    await isOver
  })
  atEnd(async () => {
    end()
    await running
  })
  let statements = 0
  const db = recordStatements(await promise, () => (statements += 1))
  const session = { db, takeTurns: async () => undefined }
  const tx = createTransaction(session)
  await tx.seed(sampleData)
  await tx.insertCart(sampleCart({ lines: [sampleLine()] }))
  await tx.insertOrder(sampleOrder())
  const count = async (work: () => Promise<unknown>): Promise<number> => {
    const before = statements
    await work()
    return statements - before
  }
  return { count, session }
}
