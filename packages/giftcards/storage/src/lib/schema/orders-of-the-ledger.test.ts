import { expect, it } from 'vitest'
import { openOlderDatabase } from '../testing/older-database.ts'
import { databaseRigs } from '../testing/database-rigs.ts'

it.each(databaseRigs)(
  'entries of an older ledger on %s get the order that their text names',
  async (_engine, createRig) => {
    const rig = await createRig()
    await openOlderDatabase(rig, '0006-refunds')
    await rig.execute(`insert into drawdown_accounts values (1, 0, 0, 1);
      insert into drawdown_transactions values (9001, 1, 0, 'Purchase', 0, 0, 'Order #100001'),
        (9002, 1, 0, 'Refund', 0, 0, 'Refund for order #100001'), (9003, 1, 0, 'Adjustment', 0, 0, 'Order #7')`)
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
