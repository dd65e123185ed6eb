import type { StoreMode } from '@giftcards/marketplace'
import { type Kysely, sql } from 'kysely'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { StoreOpenError } from '../engine.ts'
import type { Database } from './database.ts'

/** The mark of a database of the current schema; `undefined` if it has none yet. */
export async function findMode(db: Kysely<Database>): Promise<StoreMode | undefined> {
  const row = await db.selectFrom('database_mode').select('mode').executeTakeFirst()
  return row?.mode
}

const modeOfDatabase = statement((db) =>
  db.selectFrom('database_mode').select('mode').where('id', '=', sql.lit(1)),
)

/** Throws unless the database is marked as a sandbox. */
export async function assertSandbox(session: Session): Promise<void> {
  const row = await session.first(modeOfDatabase, {})
  if (row?.mode === 'sandbox') return
  throw new Error('The store is marked production: only a sandbox can do this')
}

/** Marks a database that has no mark. The row has a fixed key, so if two processes mark it, one of them is rejected. */
export async function insertMode(db: Kysely<Database>, mode: StoreMode): Promise<void> {
  await db.insertInto('database_mode').values({ id: 1, mode }).execute()
}

/**
 * Checks in the caller's transaction that a database serves `mode`. A new one is marked with it. An older one without a
 * mark is marked by its content. Throws `StoreOpenError` if it serves the other mode.
 */
export async function settleMode(db: Kysely<Database>, mode: StoreMode, isNew: boolean): Promise<void> {
  const marked = await findMode(db)
  if (marked === mode) return
  if (marked !== undefined) throw otherMode(`it is marked ${marked}`, mode)
  if (!isNew && (await judgeMode(db)) !== mode) throw otherMode(judgments[mode], mode)
  await insertMode(db, mode)
}

/** Why a database without a mark does not serve a mode. */
const judgments = {
  sandbox:
    'it has no mark and counts as production, because it does not hold exactly the published sandbox data',
  production: 'it has no mark and counts as sandbox, because it holds exactly the published sandbox data',
} as const satisfies Record<StoreMode, string>

/** The error of a database that serves the other mode; `reason` begins its sentence. */
export function otherMode(reason: string, mode: StoreMode): StoreOpenError {
  const start = mode === 'sandbox' ? 'with NODE_ENV=production' : 'without NODE_ENV=production'
  return new StoreOpenError(
    `${reason}, and this start asked for ${mode} mode; start ${start}, or name another database`,
  )
}

/**
 * The applications and customers of every sandbox that was made before databases had a mark. They identify such a database,
 * so do not change them when the published data changes.
 */
const unmarkedSandbox = {
  apps: ['demo-app', 'demo-app-2', 'demo-app-disabled'],
  emails: [
    'elite-inactive@example.com',
    'elite-noprofile@example.com',
    'elite-poor@example.com',
    'elite@example.com',
    'empty@example.com',
    'locked@example.com',
    'standard@example.com',
  ],
}

/**
 * The mode of a database without a mark, by what it holds. No request adds an application or a customer, so a sandbox
 * holds exactly the published ones. Any other database counts as production, an empty one too: a sandbox is never empty.
 */
export async function judgeMode(db: Kysely<Database>): Promise<StoreMode> {
  const apps = await db
    .selectFrom('apps')
    .select('id')
    .limit(unmarkedSandbox.apps.length + 1)
    .execute()
  const customers = await db
    .selectFrom('customers')
    .select('email')
    .limit(unmarkedSandbox.emails.length + 1)
    .execute()
  const isSandbox =
    isExactly(
      apps.map(({ id }) => id),
      unmarkedSandbox.apps,
    ) &&
    isExactly(
      customers.map(({ email }) => email),
      unmarkedSandbox.emails,
    )
  return isSandbox ? 'sandbox' : 'production'
}

/** Whether two lists without duplicates have the same items. */
function isExactly(found: readonly string[], expected: readonly string[]): boolean {
  return found.length === expected.length && expected.every((item) => found.includes(item))
}
