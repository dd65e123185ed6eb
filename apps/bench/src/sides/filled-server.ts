import { join } from 'node:path'
import { startPostgres, type TestPostgres } from '@giftcards/storage/testing'
import { seedDatabase } from '../data/seed-database.ts'
import { openPartners } from '../works/open-partners.ts'
import type { Partner } from '../works/partner.ts'
import type { RunningSide } from './side.ts'
import { startOwnServer } from './start-own-server.ts'
import type { Workplace } from './workplace.ts'

/** The server of this project on a database of its own, with partners who are logged in. */
export interface FilledServer {
  readonly side: RunningSide
  readonly partners: readonly Partner[]
  readonly databaseUrl: string
}

/** The SQLite database of a workplace. */
export const sqliteUrl = ({ folder }: Workplace): string => `sqlite:${join(folder, 'bench.db')}`

/** A PostgreSQL whose commits wait for the disk, as in production, until the workplace is cleared away. */
export async function openPostgres(place: Workplace): Promise<TestPostgres> {
  const postgres = await startPostgres({ isSynced: true })
  place.onClose(() => postgres.remove())
  return postgres
}

/** Fills an empty database, starts the server on it until the workplace is cleared away, and makes partners ready. */
export async function startFilledServer(
  place: Workplace,
  databaseUrl: string,
  partners: number,
): Promise<FilledServer> {
  await seedDatabase(databaseUrl, partners)
  const side = await startOwnServer(databaseUrl)
  place.onClose(() => side.stop())
  return { side, databaseUrl, partners: await openPartners(side.url, partners) }
}
