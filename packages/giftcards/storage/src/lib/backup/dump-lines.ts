import { createHash } from 'node:crypto'
import { dataTableNames } from '../database/data-tables.ts'
import type { OnProgress } from '../database/on-progress.ts'
import { readPages } from '../database/read-pages.ts'
import { migrationIds } from '../schema/migrate.ts'
import type { Db } from '../tables/db.ts'
import { readLastNumbers } from '../tables/numbers.ts'
import type { HeaderLine, TableLine, TrailerLine } from './backup-lines.ts'

/** A database as the text of a backup, a page of rows at a time (decision 0019). */
export async function* dumpLines(db: Db, onProgress: OnProgress): AsyncGenerator<string> {
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
    // The numbers are not in a table on every engine.
    const pages = table === 'number_series' ? [await readLastNumbers(db)] : readPages(db, table)
    for await (const page of pages) {
      const columns = Object.keys(page[0] ?? {})
      const begin: readonly (TableLine | unknown[])[] = rows === 0 ? [{ table, columns }] : []
      // Every row of one query has its columns in one order.
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
