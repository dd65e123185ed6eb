import { sql } from 'kysely'
import { explainDamage, readSealedFile, type Seal, writeSealedFile } from '../backup/sealed-file.ts'
import { readPages, writeDatabase } from '../database/open-database.ts'
import { StoreOpenError } from '../engine.ts'
import { stateOf } from '../postgres/postgres-failure.ts'
import { appendAudit } from '../tables/audit-log.ts'
import type { Db } from '../tables/db.ts'

/** Options of an archive. */
export interface ArchiveOptions {
  /** The path of a new file: JSON lines, compressed. */
  readonly file: string
  /** Moves records older than this, milliseconds since the epoch in real time. */
  readonly before: number
  /** Whether to count only: no file is written, and nothing is deleted. */
  readonly isDryRun: boolean
}

/** The number of records that were moved, or would be. */
export interface ArchiveReport {
  readonly auditRows: number
  readonly secureReads: number
}

/** The archived tables, with their time column and their count in the report. */
const tables = {
  audit_log: { time: 'recorded_at', count: 'auditRows' },
  secure_reads: { time: 'read_at', count: 'secureReads' },
} as const

type ArchivedTable = keyof typeof tables
const tableNames = Object.keys(tables) as ArchivedTable[]

/** A line of an archive after the first: the table of a row, and its column values in order, starting with the id. */
type RecordLine = readonly [table: ArchivedTable, id: string | number, ...columns: (string | number)[]]

const rowsAtATime = 500

/**
 * Moves old rows of the audit log, and old reads of secure data, to a file. It writes the file, reads it back from the disk, and
 * only then deletes the rows. An archive that is interrupted loses nothing: the next archive also has the records that it has not
 * deleted. Throws `BackupError` if the file exists or cannot be written, and `StoreOpenError` if the user of the database may not
 * delete records.
 */
export function archiveRecords(url: string, options: ArchiveOptions): Promise<ArchiveReport> {
  const { file, before, isDryRun } = options
  return writeDatabase(url, async (db) => {
    const found = await countRecords(db, before)
    if (isDryRun || found.auditRows + found.secureReads === 0) return found
    await assertMayDelete(db)
    const written = { auditRows: 0, secureReads: 0 }
    await writeSealedFile(file, listRecords(db, before, written), () => written)
    const { sha256 } = await readThrough(file)
    await appendAudit(db, [{ kind: 'records.archived', ...written, sha256 }])
    await deleteRecords(db, file)
    return written
  })
}

/**
 * Only the owner may delete rows of the audit log. Without this check, a failed archive would leave a file of rows that were not
 * deleted.
 */
async function assertMayDelete(db: Db): Promise<void> {
  try {
    for (const table of tableNames) await sql`delete from ${sql.table(table)} where 1 = 0`.execute(db)
  } catch (error) {
    if (stateOf(error) !== insufficientPrivilege) throw error
    throw new StoreOpenError('its user may not delete records; run this as the owner of the tables')
  }
}

/** The SQLSTATE `insufficient_privilege` of PostgreSQL. */
const insufficientPrivilege = '42501'

async function countRecords(db: Db, before: number): Promise<ArchiveReport> {
  const count = async (table: ArchivedTable) => {
    const { rows } = await sql<{ readonly count: number }>`
      select count(*) as count from ${sql.table(table)} where ${isOld(table, before)}`.execute(db)
    return rows[0]?.count ?? 0
  }
  return { auditRows: await count('audit_log'), secureReads: await count('secure_reads') }
}

const isOld = (table: ArchivedTable, before: number) => sql`${sql.ref(tables[table].time)} < ${before}`

async function* listRecords(
  db: Db,
  before: number,
  counts: Record<keyof ArchiveReport, number>,
): AsyncGenerator<readonly unknown[]> {
  yield [{ format: 'giftcards-archive', version: 1, before: new Date(before).toISOString() }]
  for (const table of tableNames) {
    for await (const page of readPages(db, table, isOld(table, before))) {
      counts[tables[table].count] += page.length
      yield page.map((row) => [table, ...Object.values(row)])
    }
  }
}

const readArchive = (file: string) => explainDamage(file, readSealedFile<object | RecordLine, Seal>(file))

/** Reads a whole archive, since only its last line verifies it. */
async function readThrough(file: string): Promise<Seal> {
  const lines = readArchive(file)
  for (;;) {
    const { done, value } = await lines.next()
    if (done === true) return value
  }
}

/** Deletes exactly the rows that a file contains. */
async function deleteRecords(db: Db, file: string): Promise<void> {
  const ids: Record<ArchivedTable, RecordLine[1][]> = { audit_log: [], secure_reads: [] }
  const remove = async (table: ArchivedTable): Promise<void> => {
    const some = ids[table].splice(0)
    if (some.length > 0)
      await sql`delete from ${sql.table(table)} where id in (${sql.join(some)})`.execute(db)
  }
  for await (const line of readArchive(file)) {
    if (!isRecord(line)) continue
    const [table, id] = line
    ids[table].push(id)
    if (ids[table].length === rowsAtATime) await remove(table)
  }
  for (const table of tableNames) await remove(table)
}

const isRecord = (line: object | RecordLine): line is RecordLine => Array.isArray(line)
