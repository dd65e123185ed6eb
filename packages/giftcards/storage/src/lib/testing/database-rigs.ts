import { DatabaseSync } from 'node:sqlite'
import { migrateDatabase } from '../database/migrate-database.ts'
import { withDatabase } from '../database/open-database.ts'
import type { OpenMode } from '../database/schema-state.ts'
import { openStore } from '../open-store.ts'
import type { OpenedStore } from '../create-store.ts'
import { temporarySchema } from './shared-postgres.ts'
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

/** Creates an empty database that is removed at the end; by default the end of the test. */
type CreateRig = (atEnd?: AtEnd) => Promise<DatabaseRig>

const createSqliteRig: CreateRig = async (atEnd) => {
  const path = temporaryPath('store.db', fastFolder, atEnd)
  return {
    url: `sqlite:${path}`,
    isPostgres: false,
    open: (mode) => openMigrated(`sqlite:${path}`, mode),
    async execute(statements) {
      const file = new DatabaseSync(path, { enableForeignKeyConstraints: false })
      file.exec(`pragma legacy_alter_table = on; ${statements}`)
      file.close()
    },
    listTables: () => withDatabase(`sqlite:${path}`, true, ({ db, listTables }) => listTables(db)),
  }
}

const createPostgresRig: CreateRig = async (atEnd) => {
  const { url, query } = await temporarySchema(atEnd)
  return {
    url,
    isPostgres: true,
    open: (mode) => openMigrated(url, mode),
    async execute(statements) {
      await query(`set session_replication_role = replica; ${statements}`)
    },
    listTables: () => withDatabase(url, true, ({ db, listTables }) => listTables(db)),
  }
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
