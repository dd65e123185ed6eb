import { type DataTable, dataTableNames } from '../schema/database.ts'
import { migrationIds } from '../schema/migrate.ts'
import { BackupError, explainDamage, readSealedFile, type Seal } from './sealed-file.ts'

/** The first line: the format of the file, and the migrations of the backed-up database. */
export interface HeaderLine {
  readonly format: 'giftcards-backup'
  readonly version: 1
  readonly schema: readonly string[]
}

/** Begins a table. Its rows follow, each a list of the values of these columns. */
export interface TableLine {
  readonly table: string
  readonly columns: readonly string[]
}

/** A row, in the order of the columns. */
type RowLine = readonly (string | number | null)[]

/** The last line: the number of rows of each table, and the hash of every byte before this line. */
interface TrailerLine extends Seal {
  readonly rows: Readonly<Record<string, number>>
}

/** Some rows of a table. */
export interface BackupRows {
  readonly table: DataTable
  readonly columns: readonly string[]
  readonly rows: readonly RowLine[]
}

const rowsAtATime = 200

/**
 * Reads the rows of a backup in batches, in an order in which they can be inserted, and returns the hash of its last line. The
 * backup is verified only when the generator returns; until then any row may be damaged. Throws `BackupError` if the file is not
 * a backup, is of another version, was changed, or is incomplete.
 */
export function readBackup(file: string): AsyncGenerator<BackupRows, string> {
  return explainDamage(file, readRows(file))
}

async function* readRows(file: string): AsyncGenerator<BackupRows, string> {
  const lines = readSealedFile<RowLine | TableLine, TrailerLine>(file)
  assertHeader((await lines.next()).value)
  const counts: Record<string, number> = {}
  let table: Omit<BackupRows, 'rows'> | undefined
  let rows: RowLine[] = []
  for (;;) {
    const { done, value } = await lines.next()
    const isRow = done !== true && !('table' in value)
    if (table !== undefined && (rows.length === rowsAtATime || (!isRow && rows.length > 0))) {
      yield { ...table, rows }
      rows = []
    }
    if (done === true) {
      assertCounts(value, counts)
      return value.sha256
    }
    if ('table' in value) table = { table: findTable(value.table), columns: value.columns }
    else if (table === undefined) throw new SyntaxError('A row belongs to no table')
    else {
      rows.push(value)
      counts[table.table] = (counts[table.table] ?? 0) + 1
    }
  }
}

function assertHeader(line: object): void {
  const { format, version, schema = [] }: Partial<HeaderLine> = line
  if (format !== 'giftcards-backup') throw new SyntaxError('It is another format')
  if (version !== 1 || schema.join() !== migrationIds.join())
    throw new BackupError(
      `the backup is of another version (format ${version}, migrations ${schema.join(', ')}); restore it with that version, then upgrade`,
    )
}

function assertCounts({ rows }: TrailerLine, counts: Readonly<Record<string, number>>): void {
  if (Object.entries(rows).some(([table, count]) => count !== (counts[table] ?? 0)))
    throw new SyntaxError('The end has another row count')
}

function findTable(name: string): DataTable {
  const table = dataTableNames.find((known) => known === name)
  if (table === undefined) throw new SyntaxError('A table is unknown')
  return table
}
