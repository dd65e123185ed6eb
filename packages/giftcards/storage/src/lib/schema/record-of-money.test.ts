import { expect, it, vi } from 'vitest'
import { withDatabase } from '../database/open-database.ts'
import { emptyData, sampleData } from '../suite/sample-data.ts'
import { databaseRigs } from '../testing/database-rigs.ts'
import { openOlderDatabase } from '../testing/older-database.ts'

// Each statement is a message to another process, and its answer: slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const order = (id: number, customerId: number, paidBy: string) =>
  `(${id}, 'order-${id}', ${customerId}, ${id}, 'Processing', 1, 1, 1, null, '{"paidBy":"${paidBy}"}', '{}', '[]', null, 'none')`

const opening = (customerId: number, cents: number, at: number) => ({
  customerId,
  position: 1,
  at,
  type: 'Adjustment',
  amountCents: cents,
  balanceCents: cents,
  description: 'Opening balance',
  orderId: null,
  isOpening: true,
})

it.each(databaseRigs)(
  'ledgers of store credit on %s begin with what customers of an older version have',
  async (_engine, createRig) => {
    const rig = await createRig()
    await openOlderDatabase(rig, '0007-orders-of-the-ledger')
    await rig.execute(`insert into customers values
        (1, 'a@x.test', 'A', 'A', 'h', 0, 0, null, null, 5000), (2, 'b@x.test', 'B', 'B', 'h', 0, 0, null, null, 0),
        (3, 'c@x.test', 'C', 'C', 'h', 0, 0, null, null, 0), (4, 'd@x.test', 'D', 'D', 'h', 0, 0, null, null, 70);
      insert into orders values ${order(11, 1, 'store-credit')}, ${order(12, 1, 'store-credit')}, ${order(13, 1, 'bank')},
        ${order(14, 2, 'store-credit')}, ${order(15, 3, 'card')}`)
    const store = await rig.open()
    const rows = await store.read((tx) =>
      Promise.all([1, 2, 3, 4].map((customerId) => tx.listStoreCreditTransactions(customerId, 9))),
    )
    await store.close()
    expect(rows).toEqual([[opening(1, 5000, 12)], [opening(2, 0, 14)], [], [opening(4, 70, 0)]])
  },
)

it.each(databaseRigs)(
  'an earlier version that knows no ledger of store credit on %s can delete customers',
  async (_engine, createRig) => {
    const rig = await createRig()
    const store = await rig.open()
    await store.transaction((tx) => tx.seed({ ...emptyData, customers: sampleData.customers }))
    await withDatabase(rig.url, true, ({ db }) => db.deleteFrom('customers').execute())
    expect(await store.read((tx) => tx.listStoreCreditTransactions(1, 9))).toEqual([])
    await store.close()
  },
)
