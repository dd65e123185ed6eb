import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BackupError, describeDamage, readLines, writeNewFile } from '../backup/backup-file.ts'
import { sql } from 'kysely'
import { itemsOf, statementBy } from '../statements/statement.ts'
import type { Session } from '../statements/session.ts'
import { appendAudit } from '../tables/audit-log.ts'
import type { Db } from '../tables/db.ts'

/** Which records to archive, and where to. */
export interface ArchiveOptions {
  /** A new file; JSON lines, compressed. */
  readonly file: string
  /** Records older than this moment are moved, milliseconds since the epoch in real time. */
  readonly before: number
  /** Whether to count only: no file is written, and nothing is deleted. */
  readonly isDryRun: boolean
}

/** How many records were moved, or would be. */
export interface ArchiveReport {
  readonly auditRows: number
  readonly secureReads: number
}

type Write = <T>(work: (session: Session) => Promise<T>) => Promise<T>

/** A line of an archive: a row of the audit log, or a read of secure data. */
type RecordLine =
  | readonly ['audit', id: number, recordedAt: number, event: string]
  | readonly ['secure-read', id: string, cardId: number, customerId: number, readAt: number]

interface HeaderLine {
  readonly format: 'giftcards-archive'
  readonly version: 1
  readonly before: string
}

interface TrailerLine extends ArchiveReport {
  readonly sha256: string
}

const pageSize = 500

/**
 * Moves old rows of the audit log, and old reads of secure data, to a file. It writes the file, reads it back from the disk, and
 * only then deletes the rows. An archive that is interrupted loses nothing: the next archive also has the records that it has not
 * deleted.
 */
export async function archiveRecords(db: Db, write: Write, options: ArchiveOptions): Promise<ArchiveReport> {
  const { file, before, isDryRun } = options
  if (isDryRun) return countRecords(listRecords(db, before))
  const first = await listRecords(db, before).next()
  if (first.done === true) return { auditRows: 0, secureReads: 0 }
  await writeNewFile(file, toText(listRecords(db, before), before))
  // Read the whole file before anything is deleted.
  const { auditRows, secureReads, sha256 } = await checkArchive(file)
  await write((session) =>
    appendAudit(session, [{ kind: 'records.archived', auditRows, secureReads, sha256 }]),
  )
  for await (const batch of inBatches(readRecords(file))) await write((session) => remove(session, batch))
  return { auditRows, secureReads }
}

async function countRecords(records: AsyncIterable<RecordLine>): Promise<ArchiveReport> {
  const counts = { auditRows: 0, secureReads: 0 }
  for await (const record of records) counts[countOf(record)] += 1
  return counts
}

/** The count that a record belongs to. */
const countOf = ([kind]: RecordLine): keyof ArchiveReport => (kind === 'audit' ? 'auditRows' : 'secureReads')

async function* listRecords(db: Db, before: number): AsyncGenerator<RecordLine, undefined> {
  for (let after = 0; ;) {
    const page = await db
      .selectFrom('audit_log')
      .select(['id', 'recorded_at', 'event'])
      .where('recorded_at', '<', before)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const { id, recorded_at, event } of page) yield ['audit', id, recorded_at, event]
    const last = page.at(-1)
    if (last === undefined) break
    after = last.id
  }
  for (let after = { read_at: Number.MIN_SAFE_INTEGER, id: '' }; ;) {
    const page = await db
      .selectFrom('secure_reads')
      .select(['id', 'card_id', 'customer_id', 'read_at'])
      .where('read_at', '<', before)
      .where(sql<boolean>`(read_at, id) > (${after.read_at}, ${after.id})`)
      .orderBy('read_at')
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const { id, card_id, customer_id, read_at } of page)
      yield ['secure-read', id, card_id, customer_id, read_at]
    const last = page.at(-1)
    if (last === undefined) return
    after = last
  }
}

async function* toText(records: AsyncIterable<RecordLine>, before: number): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const toLine = (value: unknown): string => {
    const line = `${JSON.stringify(value)}\n`
    hash.update(line)
    return line
  }
  const header: HeaderLine = {
    format: 'giftcards-archive',
    version: 1,
    before: new Date(before).toISOString(),
  }
  yield toLine(header)
  const counts = { auditRows: 0, secureReads: 0 }
  for await (const record of records) {
    counts[countOf(record)] += 1
    yield toLine(record)
  }
  const trailer: TrailerLine = { ...counts, sha256: hash.digest('hex') }
  yield `${JSON.stringify(trailer)}\n`
}

/** Reads an archive through and checks its hash and its counts. */
async function checkArchive(file: string): Promise<TrailerLine> {
  const hash = createHash('sha256')
  let trailer: TrailerLine | undefined
  const counts = { auditRows: 0, secureReads: 0 }
  for await (const line of linesOf(file)) {
    if (trailer !== undefined) throw damaged(file)
    const value = JSON.parse(line) as HeaderLine | RecordLine | TrailerLine
    if ('sha256' in value) {
      trailer = value
      continue
    }
    hash.update(`${line}\n`)
    if ('format' in value) continue
    counts[countOf(value)] += 1
  }
  if (
    trailer === undefined ||
    trailer.sha256 !== hash.digest('hex') ||
    trailer.auditRows !== counts.auditRows ||
    trailer.secureReads !== counts.secureReads
  )
    throw damaged(file)
  return trailer
}

const damaged = (file: string): BackupError =>
  new BackupError(`${file} does not hold what was written to it; nothing was deleted`)

async function* linesOf(file: string): AsyncGenerator<string> {
  try {
    yield* readLines(pipeline(createReadStream(file), createGunzip(), () => undefined).setEncoding('utf8'))
  } catch (error) {
    throw describeDamage(file, error)
  }
}

async function* readRecords(file: string): AsyncGenerator<RecordLine> {
  for await (const line of linesOf(file)) {
    const value = JSON.parse(line) as HeaderLine | RecordLine | TrailerLine
    if (!('format' in value) && !('sha256' in value)) yield value
  }
}

/** The records that one transaction deletes: rows of one table. */
async function* inBatches(records: AsyncIterable<RecordLine>): AsyncGenerator<readonly RecordLine[]> {
  let batch: RecordLine[] = []
  for await (const record of records) {
    const [first] = batch
    if (first !== undefined && (batch.length === pageSize || first[0] !== record[0])) {
      yield batch
      batch = []
    }
    batch.push(record)
  }
  if (batch.length > 0) yield batch
}

const deleteAuditRows = statementBy(3, (db, { ids }: { readonly ids: readonly number[] }, length: number) =>
  db.deleteFrom('audit_log').where('id', 'in', itemsOf(ids, length)),
)

const deleteReads = statementBy(3, (db, { ids }: { readonly ids: readonly string[] }, length: number) =>
  db.deleteFrom('secure_reads').where('id', 'in', itemsOf(ids, length)),
)

async function remove(session: Session, batch: readonly RecordLine[]): Promise<void> {
  const auditIds = batch.flatMap((record) => (record[0] === 'audit' ? [record[1]] : []))
  const readIds = batch.flatMap((record) => (record[0] === 'secure-read' ? [record[1]] : []))
  if (auditIds.length > 0) await session.run(deleteAuditRows(auditIds.length), { ids: auditIds })
  if (readIds.length > 0) await session.run(deleteReads(readIds.length), { ids: readIds })
}
