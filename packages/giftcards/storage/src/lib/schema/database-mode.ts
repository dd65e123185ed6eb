import type { StoreMode } from '@giftcards/marketplace'
import type { Kysely } from 'kysely'
import { StoreOpenError } from '../engine.ts'
import type { Database } from './database.ts'

/** The mark of a database: its mode. Only a database that is being created has none. */
export async function findMode(db: Kysely<Database>): Promise<StoreMode | undefined> {
  const row = await db.selectFrom('database_mode').select('mode').executeTakeFirst()
  return row?.mode
}

/** Marks a database that has no mark. The row has a fixed key, so if two processes mark it, one of them is rejected. */
export async function insertMode(db: Kysely<Database>, mode: StoreMode): Promise<void> {
  await db.insertInto('database_mode').values({ id: 1, mode }).execute()
}

/** The mark of a database. Throws `StoreOpenError` if it was lost. */
export async function readMode(db: Kysely<Database>): Promise<StoreMode> {
  const mode = await findMode(db)
  if (mode === undefined) throw new StoreOpenError('it has no mark, sandbox or production; restore a backup')
  return mode
}

/** Throws `StoreOpenError` unless a database is marked with the mode. */
export async function assertMode(db: Kysely<Database>, mode: StoreMode): Promise<void> {
  const marked = await readMode(db)
  if (marked === mode) return
  const start = mode === 'sandbox' ? 'with NODE_ENV=production' : 'without NODE_ENV=production'
  throw new StoreOpenError(
    `it is marked ${marked}, and this start asked for ${mode} mode; start ${start}, or name another database`,
  )
}

/** Throws unless the database is marked as a sandbox. */
export async function assertSandbox(db: Kysely<Database>): Promise<void> {
  if ((await findMode(db)) === 'sandbox') return
  throw new Error('The store is marked production: only a sandbox can do this')
}
