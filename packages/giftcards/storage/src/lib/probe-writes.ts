import { randomUUID } from 'node:crypto'
import { StoreUnavailableError } from '@giftcards/marketplace'
import type { Engine } from './engine.ts'

/** Longer than a page of an SQLite database, so that the row needs new pages; PostgreSQL compresses it in its index. */
const padding = '.'.repeat(8192)

/**
 * Commits a row, reads it back and deletes it, to verify that the database accepts and keeps writes. A row left by a crash is
 * purged like an old name lock.
 */
export async function probeWrites(engine: Pick<Engine, 'write'>): Promise<void> {
  const row = { name: `probe:${randomUUID()}${padding}`, taken_at: Date.now() }
  await engine.write(({ db }) => db.insertInto('named_locks').values(row).execute())
  const { numDeletedRows } = await engine.write(({ db }) =>
    db
      .deleteFrom('named_locks')
      .where('name', '=', row.name)
      .where('taken_at', '=', row.taken_at)
      .executeTakeFirst(),
  )
  if (numDeletedRows !== 1n) throw new StoreUnavailableError('The database lost a committed row')
}
