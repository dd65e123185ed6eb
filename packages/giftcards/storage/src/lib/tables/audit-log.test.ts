import { DatabaseSync } from 'node:sqlite'
import type { StoreTransaction } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../sqlite/sqlite-store.ts'
import { noon, sampleData, sampleOrder } from '../suite/sample-data.ts'
import { fastFolder, temporaryPath } from '../testing/temporary-path.ts'

/** What the log of the first customer holds after some work on the sample data. */
async function listEvents(work: (tx: StoreTransaction) => Promise<unknown>): Promise<readonly unknown[]> {
  const location = temporaryPath('store.db', fastFolder)
  const store = await openSqliteStore({ location, mode: 'sandbox' })
  await store.transaction(async (tx) => {
    await tx.seed(sampleData)
    await work(tx)
  })
  await store.close()
  const file = new DatabaseSync(location)
  const rows = file
    .prepare(`select content from audit_log where content ->> 'customerId' = 1 order by position`)
    .all()
  file.close()
  return rows.map(({ content }) => {
    const { at: _at, ...event } = JSON.parse(String(content)) as Record<string, unknown>
    return event
  })
}

describe('withAuditLog', () => {
  it('tells of a status that has changed, and of no other', async () => {
    const events = await listEvents(async (tx) => {
      await tx.insertOrder(sampleOrder())
      await tx.updateOrder(100_001, { status: 'Processing' })
      await tx.updateOrder(100_001, { plan: [] })
      await tx.updateOrder(100_001, { status: 'Shipped' })
    })
    expect(events).toStrictEqual([
      { kind: 'order.placed', customerId: 1, orderId: 100_001, dueCents: 8967 },
      { kind: 'order.status', customerId: 1, orderId: 100_001, from: 'Processing', to: 'Shipped' },
    ])
  })

  it('tells of an order that was delivered as it was placed, in one step of its chain each', async () => {
    const events = await listEvents((tx) => tx.insertOrder(sampleOrder({ status: 'Digitally Delivered' })))
    expect(events).toStrictEqual([
      { kind: 'order.placed', customerId: 1, orderId: 100_001, dueCents: 8967 },
      {
        kind: 'order.status',
        customerId: 1,
        orderId: 100_001,
        from: 'Processing',
        to: 'Digitally Delivered',
      },
    ])
  })

  it('tells of store credit that has changed, and of no other', async () => {
    const events = await listEvents(async (tx) => {
      await tx.updateCustomer(1, { storeCreditCents: 5000 })
      await tx.replacePasswordHash(1, 'hash-1', 'hash-2')
      await tx.updateCustomer(1, { storeCreditCents: 4000 })
    })
    expect(events).toStrictEqual([
      { kind: 'store-credit.changed', customerId: 1, fromCents: 5000, toCents: 4000 },
    ])
  })

  it('tells of money that comes into an account or is corrected, not of purchases', async () => {
    const events = await listEvents(async (tx) => {
      for (const [type, amountCents] of [
        ['Purchase', -7],
        ['Deposit', 8],
        ['Adjustment', 9],
        ['Refund', 7],
      ] as const)
        await tx.insertDrawdownTransaction({
          id: await tx.nextNumber('drawdownTransaction'),
          customerId: 1,
          at: noon,
          type,
          amountCents,
          balanceCents: 1,
          description: '',
          orderId: null,
        })
    })
    expect(events).toStrictEqual([
      { kind: 'drawdown.deposited', customerId: 1, amountCents: 8, balanceCents: 1 },
      { kind: 'drawdown.deposited', customerId: 1, amountCents: 9, balanceCents: 1 },
    ])
  })

  it('is one chain where transactions run one after the other, whomever it tells of', async () => {
    const store = await openSqliteStore({ location: ':memory:', mode: 'sandbox' })
    await store.transaction(async (tx) => {
      await tx.seed(sampleData)
      await tx.insertLogin({ email: 'ada@example.com', customerId: 1, isRight: true })
      await tx.insertLogin({ email: 'nobody@example.com', customerId: null, isRight: false })
      await tx.insertSecureRead({ cardId: 501, customerId: 2, at: 0 })
    })
    expect(await store.upkeep.verifyAuditLog()).toMatchObject({ kind: 'sound', rows: 4, chains: 1 })
    await store.close()
  })
})
