import { startPostgres, type TestPostgres } from '@giftcards/storage/testing'
import { onTestFinished } from 'vitest'
import { writePart } from './figures.ts'

/** Starts a PostgreSQL whose commits wait for the disk, as in production, and records its version. */
export async function startEngine(): Promise<TestPostgres> {
  const postgres = await startPostgres({ isSynced: true })
  const [row] = await postgres.query('postgres', 'show server_version')
  writePart('postgres', { version: String(row?.['server_version']) })
  return postgres
}

/** Creates an empty database on its own PostgreSQL, which is removed when the test finishes. Returns the URL. */
export async function createPostgresDatabase(): Promise<string> {
  const postgres = await startEngine()
  onTestFinished(() => postgres.remove())
  return postgres.createDatabase('cards')
}
