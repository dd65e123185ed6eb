import { describe, expect, it, onTestFinished } from 'vitest'
import { openPostgresStore } from '../../index.ts'
import { sampleData } from '../suite/sample-data.ts'
import { sharedDatabase, sharedPostgres } from '../testing/shared-postgres.ts'

const customer = { kind: 'customer', customerId: 1 } as const

async function open(maxConnections: number, url?: string) {
  const location = url ?? (await sharedDatabase())
  const store = await openPostgresStore({ url: location, mode: 'sandbox', maxConnections })
  onTestFinished(() => store.close())
  if (url === undefined) await store.transaction((tx) => tx.seed(sampleData))
  return { store, url: location }
}

/** The number of connections to a database that wait for a lock. */
async function countWaiting(url: string): Promise<number> {
  const name = new URL(url).pathname.slice(1)
  const waiting = `select pid from pg_stat_activity where datname = '${name}' and wait_event_type = 'Lock'`
  return (await (await sharedPostgres()).query(name, waiting)).length
}

describe('PostgresSession', () => {
  it('holds no connection while it waits for an account', async () => {
    const { store } = await open(2)
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
    const holding = store.transaction(async (tx) => {
      await tx.lock(customer)
      hold()
      await isOver
    })
    await isHeld
    const waiting = [1, 2, 3].map(() => store.transaction((tx) => tx.lock(customer)))
    // One connection is held, and one is left for all others. The second read comes after all that wait.
    const find = (id: number) => store.read((tx) => tx.findCustomer(id))
    const found = await find(2)
      .then(() => find(3))
      .finally(end)
    await Promise.all([holding, ...waiting])
    expect(found?.id).toBe(3)
  })

  it('waits for an account that another process has locked', async () => {
    const { store, url } = await open(2)
    const { store: other } = await open(2, url)
    const order: string[] = []
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
    const first = store.transaction(async (tx) => {
      await tx.lock(customer)
      hold()
      await expect.poll(() => countWaiting(url)).toBe(1)
      order.push('first ends')
    })
    await isHeld
    await other.transaction(async (tx) => {
      await tx.lock(customer)
      order.push('second begins')
    })
    await first
    expect(order).toEqual(['first ends', 'second begins'])
  })

  it('purges no job that is opened again meanwhile', async () => {
    const { store, url } = await open(2)
    const job = { id: 'refund/1/0', task: { kind: 'refund', orderId: 1, position: 0 }, dueAt: 0 } as const
    await store.transaction(async (tx) => {
      await tx.insertJob(job)
      await tx.endJob(job.id, 1)
    })
    const { promise: isPurged, resolve: purge } = Promise.withResolvers<Promise<number>>()
    await store.transaction(async (tx) => {
      await tx.insertJob(job)
      const purged = store.transaction((other) => other.purge('jobs', 2, 10))
      await expect.poll(() => countWaiting(url)).toBe(1)
      purge(purged)
    })
    expect(await isPurged).toBe(0)
    expect((await store.read((tx) => tx.findJob(job.id)))?.state).toBe('open')
  })

  it('locks before anything else', async () => {
    const { store } = await open(1)
    const late = store.transaction(async (tx) => {
      await tx.findCustomer(1)
      await tx.lock(customer)
    })
    await expect(late).rejects.toThrow('A transaction must lock before its first statement')
  })

  it('sends nothing where nothing is asked', async () => {
    const { store } = await open(1)
    expect(await store.transaction(async () => store.read((tx) => tx.findApp('demo-app')))).toBeDefined()
  })

  it('refuses every statement when it is over', async () => {
    const { store } = await open(1)
    const { tx } = await store.transaction(async (leaked) => ({ tx: leaked }))
    await expect(tx.nextNumber('card')).rejects.toThrow('The transaction is over')
    const { reader } = await store.read(async (leaked) => ({ reader: leaked }))
    await expect(reader.findCustomer(1)).rejects.toThrow('The transaction is over')
  })
})
