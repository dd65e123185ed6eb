import type { StoreMode } from '@giftcards/marketplace'
import { findMode, otherMode } from '../schema/database-mode.ts'
import { migrate } from '../schema/migrate.ts'
import { StoreOpenError } from '../engine.ts'
import { type ConnectedDatabase, describeOlder, readSchemaState } from './schema-state.ts'

/**
 * What a store is opened for. A server names the mode that it runs in: a sandbox makes and migrates its database itself,
 * a production server takes it as `migrateDatabase` has left it. An operator's command takes `any`: it works on a database
 * that exists, of either mark.
 */
export type OpenMode = StoreMode | 'any'

/**
 * Makes a database ready to be used in a mode. It is written only for a sandbox, and only where it lacks something. Throws
 * `StoreOpenError`, and changes nothing, where it cannot be used in that mode.
 */
export async function prepareDatabase(database: ConnectedDatabase, mode: OpenMode): Promise<void> {
  const { db, types } = database
  const older = describeOlder(await readSchemaState(database))
  if (older === undefined) {
    if (mode === 'any') return
    const marked = await findMode(db)
    if (marked === mode) return
    if (marked !== undefined) throw otherMode(`it is marked ${marked}`, mode)
  }
  if (mode === 'sandbox') return migrate(db, types, mode)
  const option = mode === 'production' ? ' -- --mode production' : ''
  throw new StoreOpenError(`${older ?? 'the database has no mark'}; run npm run migrate${option} first`)
}
