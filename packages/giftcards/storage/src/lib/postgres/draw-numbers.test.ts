import type { Store } from '@giftcards/marketplace'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openPostgresStore } from '../../index.ts'
import { noon, sampleData } from '../suite/sample-data.ts'
import { sharedDatabase } from '../testing/shared-postgres.ts'
import { createNumberDraw } from './draw-numbers.ts'
import { createPool } from './postgres-pool.ts'

// Each statement is a message to another process, and its answer: slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

async function openSeeded(): Promise<Store> {
  const store = await openPostgresStore({ url: await sharedDatabase(), mode: 'sandbox' })
  onTestFinished(() => store.close())
  await store.transaction((tx) => tx.seed(sampleData))
  return store
}

const entry = (id: number, customerId: number) =>
  ({
    id,
    customerId,
    at: noon,
    type: 'Purchase',
    amountCents: -1,
    balanceCents: 1,
    description: 'Order',
    orderId: null,
  }) as const

describe('numbers on PostgreSQL', () => {
  it('bring no two transactions into conflict', async () => {
    const store = await openSeeded()
    await store.transaction((tx) =>
      tx.putDrawdownAccount({ customerId: 2, balanceCents: 1, pendingCents: 0, isActive: true }),
    )
    let runs = 0
    const sell = async (customerId: number, meanwhile: () => Promise<unknown>) =>
      store.transaction(async (tx) => {
        runs += 1
        await tx.findCustomer(customerId)
        const { order } = await tx.nextOrderNumbers(2)
        await tx.insertDrawdownTransaction(entry(await tx.nextNumbers('drawdownTransaction', 1), customerId))
        await meanwhile()
        return order
      })
    let inner = 0
    const outer = await sell(1, async () => (inner = await sell(2, async () => undefined)))
    expect([outer, inner, runs]).toStrictEqual([100_001, 100_002, 2])
  })

  it('are those of the seed for who comes while it is written', async () => {
    const store = await openSeeded()
    await store.transaction((tx) => tx.nextNumbers('order', 7))
    let late: Promise<number> | undefined
    await store.transaction(async (tx) => {
      await tx.seed(sampleData)
      late = store.transaction((other) => other.nextNumbers('order', 1))
      expect(await tx.nextNumbers('order', 1)).toBe(100_001)
    })
    expect(await late).toBe(100_002)
  })
})

async function openPool() {
  const url = await sharedDatabase()
  const limits = { connectTimeoutMs: 5000, statementTimeoutMs: 10_000, lockTimeoutMs: 5000 }
  const pool = createPool({ ...limits, url, maxConnections: 1 })
  onTestFinished(() => pool.end())
  return pool
}

const settings = {
  text: `select current_setting('synchronous_commit') as wait, current_setting('transaction_isolation') as isolation`,
  values: [],
}

describe('createNumberDraw', () => {
  it('waits for no disk, and leaves nothing of that behind', async () => {
    const pool = await openPool()
    await pool.query('set default_transaction_isolation = serializable; set synchronous_commit = on')
    const { rows } = await createNumberDraw(pool)(settings, 'stored')
    expect(rows).toStrictEqual([{ wait: 'off', isolation: 'read committed' }])
    expect((await pool.query(settings.text)).rows).toStrictEqual([{ wait: 'on', isolation: 'serializable' }])
  })

  it('waits for the disk where nothing but the series tells that a number is taken', async () => {
    const pool = await openPool()
    await pool.query('set synchronous_commit = on')
    const { rows } = await createNumberDraw(pool)(settings, 'answered')
    expect(rows).toStrictEqual([{ wait: 'on', isolation: 'read committed' }])
  })

  it('rejects with what the server says, and goes on', async () => {
    const draw = createNumberDraw(await openPool())
    await expect(draw({ text: 'select nowhere', values: [] }, 'stored')).rejects.toThrow(
      'column "nowhere" does not exist',
    )
    expect((await draw(settings, 'stored')).rows).toHaveLength(1)
  })
})
