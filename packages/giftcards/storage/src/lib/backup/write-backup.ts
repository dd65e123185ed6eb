import { type OnProgress, readDatabase, readPages } from '../database/open-database.ts'
import { dataTableNames } from '../schema/database.ts'
import { migrationIds } from '../schema/migrate.ts'
import type { Db } from '../tables/db.ts'
import { readLastNumbers } from '../tables/numbers.ts'
import type { HeaderLine, TableLine } from './read-backup.ts'
import { writeSealedFile } from './sealed-file.ts'

/**
 * Writes one snapshot of a database, in use or not, into a new file that only its owner may read. The file gets its name once it
 * is complete on the disk. Throws `BackupError` if the file exists or cannot be written, and `StoreOpenError` if the schema is
 * not that of this version.
 */
export function writeBackup(url: string, file: string, onProgress: OnProgress): Promise<void> {
  const rows: Record<string, number> = {}
  return readDatabase(url, (db) => writeSealedFile(file, dump(db, rows, onProgress), () => ({ rows })))
}

/** Yields the lines of a backup, a page of rows at a time, and counts them (decision 0019). */
async function* dump(
  db: Db,
  counts: Record<string, number>,
  onProgress: OnProgress,
): AsyncGenerator<readonly unknown[]> {
  yield [{ format: 'giftcards-backup', version: 1, schema: migrationIds } satisfies HeaderLine]
  for (const table of dataTableNames) {
    let rows = 0
    // On PostgreSQL the numbers are in sequences, not in the table.
    const pages = table === 'number_series' ? [await readLastNumbers(db)] : readPages(db, table)
    for await (const page of pages) {
      if (rows === 0) yield [{ table, columns: Object.keys(page[0] ?? {}) } satisfies TableLine]
      // All rows of a query have the same column order.
      yield page.map((row) => Object.values(row))
      rows += page.length
    }
    counts[table] = rows
    await onProgress(`${table}: ${rows} rows`)
  }
}
