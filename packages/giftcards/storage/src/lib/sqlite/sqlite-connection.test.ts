import { StoreUnavailableError } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createStore } from '../create-store.ts'
import { sampleData } from '../suite/sample-data.ts'
import type { Db } from '../tables/db.ts'
import { openInMemory } from '../testing/recorded-store.ts'

describe('createSqliteDialect', () => {
  it('reports a full disk, and goes on afterwards', async () => {
    const { db, store } = await openStored()
    await store.transaction((tx) => tx.seed(sampleData))
    await limitPages(db, 0)
    const fill = store.transaction(async (tx) => {
      await tx.updateCustomer(1, { storeCreditCents: 1 })
      for (let at = 0; at < 10_000; at++) await tx.insertAttempt('s', at)
    })
    await expect(fill).rejects.toEqual(new StoreUnavailableError('The database is out of disk space'))
    expect(await store.read((tx) => tx.findCustomer(1))).toMatchObject({ storeCreditCents: 5000 })
    await limitPages(db, 1000)
    await store.transaction((tx) => tx.insertAttempt('s', 1))
    expect(await store.read((tx) => tx.listAttempts('s', 0))).toEqual([1])
  })

  it('fails a ping', async () => {
    const { db, store } = await openStored()
    await store.ping()
    await store.transaction(async (tx) => {
      for (let at = 0; at < 100; at++) await tx.insertAttempt('s', at)
    })
    await limitPages(db, 0)
    await expect(store.ping()).rejects.toEqual(new StoreUnavailableError('The database is out of disk space'))
    await limitPages(db, 1000)
    await expect(store.ping()).resolves.toBeUndefined()
  })
})

async function openStored() {
  const { db, engine } = await openInMemory()
  const store = createStore(engine)
  onTestFinished(() => store.close())
  return { db, store }
}

/** Leaves room for this many more pages. */
async function limitPages(db: Db, more: number): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + more}`).execute(db)
}
