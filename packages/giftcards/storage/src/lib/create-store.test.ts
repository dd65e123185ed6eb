import { DatabaseSync } from 'node:sqlite'
import type { Store } from '@giftcards/marketplace'
import { Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createStore } from './create-store.ts'
import type { Database } from './schema/database.ts'
import { migrate } from './schema/migrate.ts'
import { createSqliteDialect, SqliteConnection, sqliteTypes } from './sqlite/sqlite-connection.ts'
import { createSqliteEngine } from './sqlite/sqlite-store.ts'

describe('createStore', () => {
  it('runs a transaction again after a conflict', async () => {
    const store = await openWithConflicts()
    let runs = 0
    const taken = await store.transaction(async (tx) => {
      const number = await tx.nextNumber('card')
      if (++runs < 3) throw new ConflictError()
      return number
    })
    expect(runs).toBe(3)
    expect(taken).toBe(200_001)
  })

  it('gives up after twenty conflicts', async () => {
    const store = await openWithConflicts()
    let runs = 0
    const hopeless = store.transaction(async () => {
      runs++
      throw new ConflictError()
    })
    await expect(hopeless).rejects.toThrow('The engine would not')
    expect(runs).toBe(20)
  })

  it('runs nothing again after another failure', async () => {
    const store = await openWithConflicts()
    let runs = 0
    const failed = store.transaction(async () => {
      runs++
      throw new Error('a bug')
    })
    await expect(failed).rejects.toThrow('a bug')
    expect(runs).toBe(1)
  })
})

class ConflictError extends Error {}

const isConflict = (error: unknown) => error instanceof ConflictError

/** A store whose engine takes `ConflictError` for its own, and words it. */
async function openWithConflicts(): Promise<Store> {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'), 0)
  const db = new Kysely<Database>({ dialect: createSqliteDialect(connection) })
  await migrate(db, sqliteTypes, 'sandbox')
  const toStoreError = (error: unknown) => (isConflict(error) ? new Error('The engine would not') : error)
  const opened = { connection, db }
  const store = createStore({ ...createSqliteEngine(opened, opened), isConflict, toStoreError })
  onTestFinished(() => store.close())
  return store
}
