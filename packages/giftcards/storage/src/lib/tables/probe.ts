import { randomUUID } from 'node:crypto'
import { StoreUnavailableError } from '@giftcards/marketplace'
import type { Engine } from '../engine.ts'
import { statement } from '../statements/statement.ts'

interface ProbeRow {
  readonly name: string
  readonly taken_at: number
}

const insertProbe = statement((db, { name, taken_at }: ProbeRow) =>
  db.insertInto('named_locks').values({ name, taken_at }),
)

const deleteProbe = statement((db, { name, taken_at }: ProbeRow) =>
  db.deleteFrom('named_locks').where('name', '=', name).where('taken_at', '=', taken_at),
)

/** More than a page of an SQLite database has room for, so that the row needs new ones; PostgreSQL compresses it in its index. */
const padding = '.'.repeat(8192)

const keep = () => true

/**
 * Commits a row, finds it again and deletes it: the database takes writes and keeps them. A row that a crash leaves is purged as an
 * old lock of a name.
 */
export async function probeWrites(engine: Pick<Engine, 'write'>): Promise<void> {
  const row: ProbeRow = { name: `probe:${randomUUID()}${padding}`, taken_at: Date.now() }
  await engine.write((session) => session.run(insertProbe, row), keep)
  const found = await engine.write((session) => session.run(deleteProbe, row), keep)
  if (found !== 1) throw new StoreUnavailableError('The database has lost a row that was committed')
}
