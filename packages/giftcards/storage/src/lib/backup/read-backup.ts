import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type DataTable, dataTableNames } from '../schema/database.ts'
import { migrationIds } from '../schema/migrate.ts'
import { BackupError, describeDamage, readLines } from './backup-file.ts'

/** The first line: what the file is, and the migrations of the database that was backed up. */
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
export type RowLine = readonly (string | number | null)[]

/** The last line: how many rows each table has, and the hash of every byte before this line. */
export interface TrailerLine {
  readonly rows: Readonly<Record<string, number>>
  readonly sha256: string
}

/** Some rows of a table. */
export interface BackupRows {
  readonly table: DataTable
  readonly columns: readonly string[]
  readonly rows: readonly RowLine[]
}

/** A backup that is being read. */
export interface Backup {
  /**
   * Its rows a few at a time, in an order in which they can be inserted, and at last the hash of its trailer. A generator that
   * returns has proved the whole backup; until then any row may be damaged.
   */
  readonly rows: AsyncGenerator<BackupRows, string>
}

const rowsAtATime = 200

/**
 * Reads a backup. Throws `BackupError` if the file is no backup, or one of a newer version. If a byte was changed or anything is
 * missing, its rows throw one, at the latest at their end.
 */
export async function readBackup(file: string): Promise<Backup> {
  const lines = readLines(
    pipeline(createReadStream(file), createGunzip(), () => undefined).setEncoding('utf8'),
  )
  const explain = (error: unknown) => describeDamage(file, error)
  try {
    const { value: first = '' } = await lines.next()
    assertHeader(first)
    return { rows: explained(readRows(first, lines), explain) }
  } catch (error) {
    throw explain(error)
  }
}

async function* explained<Row, End>(
  rows: AsyncGenerator<Row, End>,
  explain: (error: unknown) => unknown,
): AsyncGenerator<Row, End> {
  try {
    return yield* rows
  } catch (error) {
    throw explain(error)
  }
}

function assertHeader(line: string): void {
  const { format, version, schema = [] }: Partial<HeaderLine> = JSON.parse(line)
  if (format !== 'giftcards-backup') throw new SyntaxError('It is another format')
  if (version !== 1 || schema.join() !== migrationIds.join())
    throw new BackupError(
      `the backup is of another version (format ${version}, migrations ${schema.join(', ')}); restore it with that version, then upgrade`,
    )
}

async function* readRows(header: string, lines: AsyncIterable<string>): AsyncGenerator<BackupRows, string> {
  const hash = createHash('sha256').update(`${header}\n`)
  const counts = new Map<string, number>()
  let current: BackupRows | undefined
  let rows: RowLine[] = []
  let sha256: string | undefined
  for await (const line of lines) {
    if (sha256 !== undefined) throw new SyntaxError('Something comes after the end')
    const value: RowLine | TableLine | TrailerLine = JSON.parse(line)
    if (isTrailer(value)) {
      assertWhole(value, counts, hash.digest('hex'))
      ;({ sha256 } = value)
      continue
    }
    hash.update(`${line}\n`)
    if (isTable(value)) {
      if (current !== undefined && rows.length > 0) yield { ...current, rows }
      rows = []
      current = { table: findTable(value.table), columns: value.columns, rows }
      continue
    }
    if (current === undefined) throw new SyntaxError('A row is of no table')
    rows.push(value)
    counts.set(current.table, (counts.get(current.table) ?? 0) + 1)
    if (rows.length === rowsAtATime) {
      yield { ...current, rows }
      rows = []
    }
  }
  if (sha256 === undefined) throw new SyntaxError('The end is missing')
  if (current !== undefined && rows.length > 0) yield { ...current, rows }
  return sha256
}

function assertWhole(trailer: TrailerLine, counts: ReadonlyMap<string, number>, sha256: string): void {
  const isCounted = Object.entries(trailer.rows).every(([table, rows]) => rows === (counts.get(table) ?? 0))
  if (!isCounted || trailer.sha256 !== sha256) throw new SyntaxError('The end says something else')
}

function findTable(name: string): DataTable {
  const table = dataTableNames.find((known) => known === name)
  if (table === undefined) throw new SyntaxError('A table is unknown')
  return table
}

function isTable(value: RowLine | TableLine): value is TableLine {
  return 'table' in value
}

function isTrailer(value: RowLine | TableLine | TrailerLine): value is TrailerLine {
  return 'sha256' in value
}
