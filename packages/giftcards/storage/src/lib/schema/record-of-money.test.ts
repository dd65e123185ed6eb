import type { StoreCreditTransaction } from '@giftcards/marketplace'
import { expect, it } from 'vitest'
import { type DatabaseRig, databaseRigs } from '../testing/database-rigs.ts'
import { openOlderDatabase } from '../testing/older-database.ts'

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

const customers = `insert into customers values
  (1, 'a@x.test', 'A', 'A', 'h', 0, 0, null, null, 5000), (2, 'b@x.test', 'B', 'B', 'h', 0, 0, null, null, 0),
  (3, 'c@x.test', 'C', 'C', 'h', 0, 0, null, null, 0), (4, 'd@x.test', 'D', 'D', 'h', 0, 0, null, null, 70);`

/** The ledgers of the customers, once this version has opened the database. */
async function openLedgers(rig: DatabaseRig): Promise<readonly (readonly StoreCreditTransaction[])[]> {
  const store = await rig.open()
  try {
    return await store.read((tx) =>
      Promise.all([1, 2, 3, 4].map((customerId) => tx.listStoreCreditTransactions(customerId, 9))),
    )
  } finally {
    await store.close()
  }
}

it.each(databaseRigs)(
  'ledgers of store credit on %s begin with what customers of an older version have',
  async (_engine, createRig) => {
    const rig = await createRig()
    await openOlderDatabase(rig, '0007-orders-of-the-ledger')
    await rig.execute(`${customers}
      insert into orders values ${order(11, 1, 'store-credit')}, ${order(12, 1, 'store-credit')}, ${order(13, 1, 'bank')},
        ${order(14, 2, 'store-credit')}, ${order(15, 3, 'card')}`)
    expect(await openLedgers(rig)).toEqual([
      [opening(1, 5000, 12)],
      [opening(2, 0, 14)],
      [],
      [opening(4, 70, 0)],
    ])
  },
)

it.each(databaseRigs)(
  'ledgers of store credit on %s explain what an older version changed without a row',
  async (_engine, createRig) => {
    const rig = await createRig()
    await openOlderDatabase(rig, '0010-beside-the-previous')
    await rig.execute(`${customers}
      insert into store_credit_transactions values
        (1, 1, 5, 'Adjustment', 6000, 6000, 'Opening balance', null, 1), (1, 2, 7, 'Purchase', -400, 5600, 'Order #11', 11, 0),
        (2, 1, 6, 'Adjustment', 0, 0, 'Opening balance', null, 1)`)
    const [changed, unchanged, without, unrecorded] = await openLedgers(rig)
    expect(changed?.map((row) => [row.position, row.amountCents, row.description])).toEqual([
      [3, -600, 'Changes of an earlier version'],
      [2, -400, 'Order #11'],
      [1, 6000, 'Opening balance'],
    ])
    expect(changed?.[0]).toMatchObject({ at: 7, balanceCents: 5000, isOpening: true })
    expect([unchanged, without, unrecorded]).toEqual([[opening(2, 0, 6)], [], [opening(4, 70, 0)]])
  },
)
