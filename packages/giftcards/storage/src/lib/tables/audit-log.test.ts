import { DatabaseSync } from 'node:sqlite'
import type { StoreTransaction } from '@giftcards/marketplace'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../sqlite/sqlite-store.ts'
import { noon, sampleData, sampleOrder } from '../suite/sample-data.ts'
import { fastFolder, temporaryPath } from '../testing/temporary-path.ts'

/** Returns the log after some work on the sample data: by default the rows of the first customer. */
async function listEvents(
  work: (tx: StoreTransaction) => Promise<unknown>,
  where = `event ->> 'customerId' = 1`,
): Promise<readonly unknown[]> {
  const location = temporaryPath('store.db', fastFolder)
  const store = await openSqliteStore({ location, mode: 'sandbox' })
  await store.transaction(async (tx) => {
    await tx.seed(sampleData)
    await work(tx)
  })
  await store.close()
  const file = new DatabaseSync(location)
  const rows = file.prepare(`select event from audit_log where ${where} order by id`).all()
  file.close()
  return rows.map(({ event }) => JSON.parse(String(event)) as unknown)
}

describe('withAuditLog', () => {
  it('records only a changed status', async () => {
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

  it('records an order delivered on placement', async () => {
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

  it('records only changed store credit', async () => {
    const events = await listEvents(async (tx) => {
      await tx.updateCustomer(1, { storeCreditCents: 5000 })
      await tx.replacePasswordHash(1, 'hash-1', 'hash-2')
      await tx.updateCustomer(1, { storeCreditCents: 4000 })
    })
    expect(events).toStrictEqual([
      { kind: 'store-credit.changed', customerId: 1, fromCents: 5000, toCents: 4000 },
    ])
  })

  it('records changed passwords and payment methods without their values', async () => {
    const method = { customerId: 1, id: 5, kind: 'bank', accountNumber: '****1234' } as const
    const events = await listEvents(async (tx) => {
      tx.nameOperator('grace')
      await tx.updateCustomer(1, { passwordHash: 'hash-2' })
      await tx.insertPaymentMethod({ ...method, routingNumber: '****5678' })
      await tx.deletePaymentMethod(1, 5)
      await tx.deletePaymentMethod(1, 5)
      await tx.insertOutsideRefund({
        orderId: 1,
        customerId: 1,
        position: 0,
        amountCents: 5,
        note: 'check 17',
      })
    })
    const by = { operator: 'grace', customerId: 1 }
    expect(events).toStrictEqual([
      { ...by, kind: 'customer.password-set' },
      { ...by, kind: 'payment-method.added', methodId: 5 },
      { ...by, kind: 'payment-method.removed', methodId: 5 },
      { ...by, kind: 'refund.recorded', orderId: 1, position: 0, amountCents: 5, note: 'check 17' },
    ])
  })

  it('records only jobs changed by an operator', async () => {
    const jobId = 'refund/1/0'
    const job = { id: jobId, task: { kind: 'refund', orderId: 1, position: 0 }, dueAt: noon } as const
    const events = await listEvents(async (tx) => {
      await tx.insertJob(job)
      await tx.updateJob(jobId, { state: 'parked' })
      tx.nameOperator('grace')
      await tx.insertJobChange({ jobId, from: 'parked', to: 'canceled' })
    }, `event ->> 'kind' = 'job.changed'`)
    expect(events).toStrictEqual([
      { operator: 'grace', kind: 'job.changed', jobId, from: 'parked', to: 'canceled' },
    ])
  })

  it('records deposits and adjustments, not purchases', async () => {
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
})
