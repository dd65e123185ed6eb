import type { StoreMode } from '@giftcards/marketplace'
import { sql, type Transaction } from 'kysely'
import { type Database, dataTableNames } from '../schema/database.ts'
import { type OnProgress, type OpenedDatabase, withDatabase } from '../database/open-database.ts'
import { findMode } from '../schema/database-mode.ts'
import { compareSchema, migrateIn } from '../schema/migrate.ts'
import { StoreOpenError } from '../engine.ts'
import { appendAudit } from '../tables/audit-log.ts'
import type { Db } from '../tables/db.ts'
import { restoreSequences } from '../tables/numbers.ts'
import { type BackupRows, readBackup } from './read-backup.ts'
import { BackupError } from './sealed-file.ts'

/**
 * Restores a backup into an empty database, in one transaction, and appends a row about it to the audit log. The database serves
 * the mode of the backup. Reads the whole file once before it changes anything. Throws `BackupError` if the file is not complete or
 * was written by another version. Throws `StoreOpenError` if the database has rows already or is marked with another mode.
 */
export async function restoreBackup(url: string, file: string, onProgress: OnProgress): Promise<void> {
  await onProgress('reading the whole backup')
  const mode = await readThrough(file)
  await onProgress('the backup is complete')
  await withDatabase(url, 'create', async (database) => {
    await database.db
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async (trx) => {
        await prepareTables(trx, database, mode)
        const sha256 = await insertRows(trx, readBackup(file), onProgress)
        await restoreSequences(trx)
        await appendAudit(trx, [{ kind: 'data.restored', sha256 }])
      })
  })
}

/** Reads the whole backup, since only its last line verifies it. Returns the mode of the backup. */
async function readThrough(file: string): Promise<StoreMode> {
  let mode: StoreMode | undefined
  for await (const part of readBackup(file)) if (part.table === 'database_mode') mode = modeOf(part)
  if (mode === undefined)
    throw new BackupError(`${file} cannot be used: it has no mark, sandbox or production`)
  return mode
}

function modeOf({ columns, rows }: BackupRows): StoreMode | undefined {
  const mode = rows[0]?.[columns.indexOf('mode')]
  return mode === 'sandbox' || mode === 'production' ? mode : undefined
}

/** Creates empty tables. The rows of the backup include the mode mark. */
async function prepareTables(
  trx: Transaction<Database>,
  { name, types, listTables }: OpenedDatabase,
  mode: StoreMode,
): Promise<void> {
  const refuse = (reason: string) => new StoreOpenError(`${name} cannot be used: ${reason}`)
  const before = await listTables(trx)
  if (before.length > 0 && !before.includes('schema_migrations'))
    throw refuse('the database belongs to another program')
  await migrateIn(trx, types)
  const { newer } = await compareSchema(trx, types)
  if (newer[0] !== undefined)
    throw refuse(`the database is newer than this version (it has migration ${newer[0]})`)
  const marked = await findMode(trx)
  if (marked !== undefined && marked !== mode)
    throw refuse(
      `it is marked ${marked}, and the backup is marked ${mode}; restore into a database without tables`,
    )
  await trx.deleteFrom('database_mode').execute()
  for (const table of dataTableNames) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(trx)
    if (rows.length > 0) throw refuse(`it is not empty (it has ${table}); restore into an empty database`)
  }
}

/** Returns the hash of the backup. */
async function insertRows(
  db: Db,
  parts: AsyncGenerator<BackupRows, string>,
  onProgress: OnProgress,
): Promise<string> {
  let last: string | undefined
  for (;;) {
    const { done, value } = await parts.next()
    if (done === true) return value
    if (value.table !== last) await onProgress(`writing ${value.table}`)
    last = value.table
    await insertPart(db, value)
  }
}

async function insertPart(db: Db, { table, columns, rows }: BackupRows): Promise<void> {
  const values = rows.map((row) => sql`(${sql.join(row)})`)
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(db)
}
