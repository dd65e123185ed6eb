import { DatabaseSync } from 'node:sqlite'
import type { StoreMode } from '@giftcards/marketplace'
import { migrateDatabase } from '../database/migrate-database.ts'
import { withDatabase } from '../database/open-database.ts'
import type { OpenMode } from '../database/schema-state.ts'
import { openStore } from '../open-store.ts'
import type { OpenedStore } from '../create-store.ts'
import { sharedPostgres, temporaryDatabase, temporarySchema } from './shared-postgres.ts'
import { type AtEnd, fastFolder, temporaryPath } from './temporary-path.ts'

/** A database of one engine that a test may do anything to. */
export interface DatabaseRig {
  readonly url: string
  readonly isPostgres: boolean
  /**
   * A store on it, created and migrated if needed for every mode but `any`. The mode is sandbox unless another is named.
   */
  open(mode?: OpenMode): Promise<OpenedStore>
  /** Runs statements without checks of foreign keys. */
  execute(statements: string): Promise<void>
  listTables(): Promise<readonly string[]>
}

/**
 * Creates a database that is removed at the end; by default the end of the test. It is of this version if it is to have a mode,
 * and empty otherwise.
 */
export type CreateRig = (mode?: StoreMode, atEnd?: AtEnd) => Promise<DatabaseRig>

const createSqliteRig: CreateRig = async (made, atEnd) => {
  const path = temporaryPath('store.db', fastFolder, atEnd)
  if (made !== undefined) await migrateDatabase(`sqlite:${path}`, { mode: made })
  return {
    url: `sqlite:${path}`,
    isPostgres: false,
    open: (mode) => openMigrated(`sqlite:${path}`, mode),
    async execute(statements) {
      const file = new DatabaseSync(path, { enableForeignKeyConstraints: false })
      file.exec(`pragma legacy_alter_table = on; ${statements}`)
      file.close()
    },
    listTables: () => withDatabase(`sqlite:${path}`, 'create', ({ db, listTables }) => listTables(db)),
  }
}

const createPostgresRig: CreateRig = async (made, atEnd) => {
  const { url, query } = made === undefined ? await temporarySchema(atEnd) : await copyOf(made, atEnd)
  return {
    url,
    isPostgres: true,
    open: (mode) => openMigrated(url, mode),
    async execute(statements) {
      await query(`set session_replication_role = replica; ${statements}`)
    },
    listTables: () => withDatabase(url, 'create', ({ db, listTables }) => listTables(db)),
  }
}

async function copyOf(mode: StoreMode, atEnd?: AtEnd) {
  const url = await temporaryDatabase(mode, atEnd)
  const postgres = await sharedPostgres()
  return { url, query: (text: string) => postgres.query(new URL(url).pathname.slice(1), text) }
}

async function openMigrated(url: string, mode: OpenMode = 'sandbox'): Promise<OpenedStore> {
  if (mode === 'production') await migrateDatabase(url, { mode })
  return openStore(url, { mode })
}

/** Every engine, by its name. */
export const databaseRigs = [
  ['SQLite', createSqliteRig],
  ['PostgreSQL', createPostgresRig],
] as const satisfies readonly (readonly [engine: string, createRig: CreateRig])[]
