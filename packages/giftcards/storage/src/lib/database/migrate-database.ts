import { existsSync } from 'node:fs'
import type { StoreMode } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { parseDatabaseUrl } from '../database-url.ts'
import { describeOpenFailure, isMigrationConflict, stateOf } from '../postgres/postgres-failure.ts'
import { retryConflicts } from '../retry-conflicts.ts'
import { readMode } from '../schema/database-mode.ts'
import { migrateIn } from '../schema/migrate.ts'
import { StoreOpenError } from '../engine.ts'
import { dataTableNames } from '../schema/database.ts'
import { type OpenedDatabase, withDatabase } from './open-database.ts'
import { emptySchema, readSchemaState } from './schema-state.ts'

/** The options of a migration. */
export interface MigrationOptions {
  /** The mode of the database. Required for an empty database; must match the mark of any other. */
  readonly mode?: StoreMode | undefined
  /** A PostgreSQL role to grant read and write access to rows, and no more. */
  readonly grantTo?: string | undefined
  /** Whether to change nothing, and only report what would be done. */
  readonly isDryRun?: boolean
}

/** The report of a migration, or of a dry run. */
export interface MigrationReport {
  /** The migrations that the database lacked, in their order. */
  readonly applied: readonly string[]
  /** The mark set on an empty database; `undefined` if it was not empty. */
  readonly marked: StoreMode | undefined
  /** The statements that grant the role its rights. */
  readonly grants: readonly string[]
}

/**
 * Brings a database up to this version's schema and marks it, as its owner, in one transaction; makes a missing SQLite file.
 * Throws `StoreOpenError`, and changes nothing, if that cannot be done.
 */
export async function migrateDatabase(url: string, options: MigrationOptions): Promise<MigrationReport> {
  const { grantTo, isDryRun = false, mode } = options
  const place = parseDatabaseUrl(url)
  if (place.engine === 'sqlite') {
    if (grantTo !== undefined)
      throw new StoreOpenError('SQLite has no roles; the permissions of its file control access')
    if (isDryRun && !existsSync(place.location))
      return { applied: emptySchema.missing, marked: required(mode), grants: [] }
  }
  return withDatabase(url, isDryRun ? 'read' : 'create', async (database) => {
    try {
      return await retryConflicts(isMigrationConflict, () => (isDryRun ? plan : carryOut)(database, options))
    } catch (error) {
      throw toOpenError(database, error)
    }
  })
}

/** Describes an error of the database server for an operator. Returns a defect unchanged. */
function toOpenError({ name }: OpenedDatabase, error: unknown): unknown {
  const reason =
    error instanceof StoreOpenError ? error.message : stateOf(error) && describeOpenFailure(error)
  return reason === undefined
    ? error
    : new StoreOpenError(`${name} cannot be used: ${reason}`, { cause: error })
}

async function plan(database: OpenedDatabase, { mode, grantTo }: MigrationOptions): Promise<MigrationReport> {
  const { isEmpty, missing } = await readSchemaState(database)
  if (!isEmpty) await assertMark(database, mode)
  return {
    applied: missing,
    marked: isEmpty ? required(mode) : undefined,
    grants: grantTo === undefined ? [] : await grantsTo(database, grantTo),
  }
}

async function carryOut(database: OpenedDatabase, options: MigrationOptions): Promise<MigrationReport> {
  const report = await plan(database, options)
  const { marked, applied, grants } = report
  if (applied.length === 0 && grants.length === 0) return report
  await database.db.transaction().execute(async (trx) => {
    await migrateIn(trx, database.types, marked)
    for (const grant of grants) await sql.raw(grant).execute(trx)
  })
  return report
}

async function assertMark({ db }: OpenedDatabase, mode: StoreMode | undefined): Promise<void> {
  const marked = await readMode(db)
  if (mode !== undefined && mode !== marked)
    throw new StoreOpenError(`it is marked ${marked}, which no command changes; omit --mode`)
}

function required(mode: StoreMode | undefined): StoreMode {
  if (mode !== undefined) return mode
  throw new StoreOpenError('it is empty; choose its mode: --mode production or --mode sandbox')
}

async function grantsTo({ db }: OpenedDatabase, role: string): Promise<readonly string[]> {
  const { rows } = await sql<{ schema: string; known: number }>`
    select current_schema() as schema, (select count(*) from pg_catalog.pg_roles where rolname = ${role}) as known`.execute(
    db,
  )
  const [found] = rows
  if ((found?.known ?? 0) === 0)
    throw new StoreOpenError(
      `the role ${role} does not exist; create it first: create role … login password '…'`,
    )
  return listGrants(role, found?.schema ?? 'public')
}

/**
 * The statements that grant a PostgreSQL role the rights to run a server on the tables of a schema. The role reads and
 * writes rows and appends to the audit log. It changes neither the schema nor the mark. Running the statements again gives
 * the same rights.
 */
export function listGrants(role: string, schema: string): readonly string[] {
  const to = `to ${quoted(role)}`
  const tables = (names: readonly string[]) => names.map((name) => `${quoted(schema)}.${name}`).join(', ')
  return [
    `grant usage on schema ${quoted(schema)} ${to}`,
    `grant usage, select, update on all sequences in schema ${quoted(schema)} ${to}`,
    `grant select, insert, update, delete on ${tables(dataTableNames.filter((name) => !(name in narrow)))} ${to}`,
    `revoke all on ${tables(Object.keys(narrow))} from ${quoted(role)}`,
    ...Object.entries(narrow).map(([name, rights]) => `grant ${rights} on ${tables([name])} ${to}`),
  ]
}

/** Tables with restricted rights for a server. */
const narrow: Readonly<Record<string, string>> = {
  // The server appends to it. Only the owner can archive it.
  audit_log: 'select, insert',
  database_mode: 'select',
  schema_migrations: 'select',
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
