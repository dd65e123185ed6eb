import { postgresTypes } from '../postgres/open-postgres-store.ts'
import { checksumOf, migrations } from '../schema/migrate.ts'
import recorded from '../schema/previous-release.json' with { type: 'json' }
import { sqliteTypes } from '../sqlite/sqlite-connection.ts'

/** A migration as databases record it: its id, and the checksum on each engine. */
export interface RecordedMigration {
  readonly id: string
  readonly sqlite: string
  readonly postgres: string
}

/** A version that others run. */
export interface Release {
  /** The full hash of its commit. */
  readonly commit: string
  /** Every migration that it knows, in order. */
  readonly migrations: readonly RecordedMigration[]
}

/** The last version before this one that others run. Servers of it work beside servers of this version (decision 0022). */
export const previousRelease: Release = recorded

/** Every migration of this version, in order. */
export function recordMigrations(): readonly RecordedMigration[] {
  return migrations.map((migration) => ({
    id: migration.id,
    sqlite: checksumOf(migration, sqliteTypes),
    postgres: checksumOf(migration, postgresTypes),
  }))
}
