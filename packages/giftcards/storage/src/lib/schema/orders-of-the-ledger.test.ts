import type { DrawdownTransaction } from '@giftcards/marketplace'
import { expect, it, vi } from 'vitest'
import { noon, sampleData } from '../suite/sample-data.ts'
import { databaseRigs } from '../testing/database-rigs.ts'

// Each statement is a message to another process, and its answer: slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const entry = (id: number, type: DrawdownTransaction['type'], description: string): DrawdownTransaction => ({
  id,
  customerId: 1,
  at: noon,
  type,
  amountCents: 0,
  balanceCents: 150_000,
  description,
  orderId: null,
})

it.each(databaseRigs)(
  'entries of an older ledger on %s get the order that their text names',
  async (_engine, createRig) => {
    const rig = await createRig()
    const before = await rig.open()
    await before.transaction(async (tx) => {
      await tx.seed(sampleData)
      await tx.insertDrawdownTransaction(entry(9001, 'Purchase', 'Order #100001'))
      await tx.insertDrawdownTransaction(entry(9002, 'Refund', 'Refund for order #100001'))
      await tx.insertDrawdownTransaction(entry(9003, 'Adjustment', 'Order #7'))
    })
    await before.close()
    await rig.execute(`drop index drawdown_transactions_by_order;
    alter table drawdown_transactions drop column order_id;
    delete from schema_migrations where id = '0007-orders-of-the-ledger'`)
    const after = await rig.open()
    const ledger = await after.read((tx) => tx.listDrawdownTransactions(1, 3))
    await after.close()
    expect(ledger.map(({ id, orderId }) => [id, orderId])).toEqual([
      [9003, null],
      [9002, 100_001],
      [9001, 100_001],
    ])
  },
)
