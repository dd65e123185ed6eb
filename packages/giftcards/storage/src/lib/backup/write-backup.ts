import { createHash } from 'node:crypto'
import { dataTableNames } from '../schema/database.ts'
import { type OnProgress, readDatabase, readPages } from '../database/open-database.ts'
import { migrationIds } from '../schema/migrate.ts'
import type { Db } from '../tables/db.ts'
import { readLastNumbers } from '../tables/numbers.ts'
import { writeNewFile } from './backup-file.ts'
import type { HeaderLine, TableLine, TrailerLine } from './read-backup.ts'

/**
 * Writes all of a database, in use or not, into a new file that only its owner may read, from one snapshot. When it
 * resolves the file is on the disk; when it rejects there is none. Throws `BackupError` if the file exists, and
 * `StoreOpenError` if the schema is not that of this version.
 */
export function writeBackup(url: string, file: string, onProgress: OnProgress): Promise<void> {
  return readDatabase(url, (db) => writeNewFile(file, dumpLines(db, onProgress)))
}

/** Yields a database as the text of a backup, a page of rows at a time (decision 0019). */
async function* dumpLines(db: Db, onProgress: OnProgress): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (text: string): string => {
    hash.update(text)
    return text
  }
  const header: HeaderLine = { format: 'giftcards-backup', version: 1, schema: migrationIds }
  yield hashed(toLine(header))
  const counts: Record<string, number> = {}
  for (const table of dataTableNames) {
    let rows = 0
    // On PostgreSQL the numbers are in sequences, not in the table.
    const pages = table === 'number_series' ? [await readLastNumbers(db)] : readPages(db, table)
    for await (const page of pages) {
      const columns = Object.keys(page[0] ?? {})
      const begin: readonly (TableLine | unknown[])[] = rows === 0 ? [{ table, columns }] : []
      // All rows of a query have their columns in one order.
      yield hashed([...begin, ...page.map((row) => Object.values(row))].map(toLine).join(''))
      rows += page.length
    }
    counts[table] = rows
    await onProgress(`${table}: ${rows} rows`)
  }
  const trailer: TrailerLine = { rows: counts, sha256: hash.digest('hex') }
  yield toLine(trailer)
}

function toLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}
