import { DatabaseSync } from 'node:sqlite'
import { type Store, StoreUnavailableError } from '@giftcards/marketplace'
import { Kysely, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createStore } from '../create-store.ts'
import type { Database } from '../schema/database.ts'
import { migrate } from '../schema/migrate.ts'
import { sampleData } from '../suite/sample-data.ts'
import { createSqliteDialect, SqliteConnection, sqliteTypes, Turns } from './sqlite-connection.ts'
import { createSqliteEngine } from './sqlite-store.ts'

describe('createSqliteDialect', () => {
  it('reports a full disk, and goes on afterwards', async () => {
    const { db, store } = await openInMemory()
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

  it('refuses what SQLite cannot hold', async () => {
    const { db } = await openInMemory()
    await expect(sql`select ${true}`.execute(db)).rejects.toThrow('Numbers and text are stored, not boolean')
  })

  it('runs statements that arrive together, each with its own values', async () => {
    const { db } = await openInMemory()
    const answers = await Promise.all([1, 2, 3].map((value) => sql`select ${value} as value`.execute(db)))
    expect(answers.flatMap((answer) => answer.rows)).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }])
  })

  it('streams no query', async () => {
    const { db } = await openInMemory()
    const rows = db.selectFrom('apps').selectAll().stream()[Symbol.asyncIterator]()
    await expect(rows.next()).rejects.toThrow('No query is streamed')
  })
})

describe('Turns', () => {
  it('lets one in after the other, as they came', async () => {
    const turns = new Turns()
    const events: string[] = []
    for (const name of ['a', 'b', 'c']) void turns.enter().then(() => events.push(name))
    expect(await settled(events)).toStrictEqual(['a'])
    turns.leave()
    expect(await settled(events)).toStrictEqual(['a', 'b'])
    turns.leave()
    expect(await settled(events)).toStrictEqual(['a', 'b', 'c'])
  })

  it('lets nobody in between who leaves and who waits', async () => {
    const turns = new Turns()
    const events: string[] = []
    await turns.enter()
    void turns.enter().then(() => events.push('waited'))
    turns.leave()
    void turns.enter().then(() => events.push('came later'))
    expect(await settled(events)).toStrictEqual(['waited'])
    turns.leave()
    expect(await settled(events)).toStrictEqual(['waited', 'came later'])
  })

  it('is free when the last has left', async () => {
    const turns = new Turns()
    await turns.enter()
    turns.leave()
    await expect(turns.enter()).resolves.toBeUndefined()
  })
})

/** The events so far, after every caller that can continue has done so. */
async function settled(events: readonly string[]): Promise<readonly string[]> {
  await new Promise((resolve) => void setImmediate(resolve))
  return [...events]
}

interface Opened {
  readonly db: Kysely<Database>
  readonly store: Store
}

async function openInMemory(): Promise<Opened> {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'), 0)
  const db = new Kysely<Database>({ dialect: createSqliteDialect(connection) })
  await migrate(db, sqliteTypes, 'sandbox')
  const opened = { connection, db }
  const store = createStore(createSqliteEngine(opened, opened))
  onTestFinished(() => store.close())
  return { db, store }
}

/** Leaves room for so many more pages. */
async function limitPages(db: Kysely<Database>, more: number): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + more}`).execute(db)
}
