import { sql } from 'kysely'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'

const mode = statement((db) => db.selectFrom('database_mode').select('mode').where('id', '=', sql.lit(1)))

/** Throws unless the database is marked as a sandbox, as the transaction of the session sees it. */
export async function assertSandbox(session: Session): Promise<void> {
  const row = await session.first(mode, {})
  if (row?.mode === 'sandbox') return
  throw new Error('The store is marked production: only a sandbox can do this')
}
