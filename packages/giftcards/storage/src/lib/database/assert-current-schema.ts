import { StoreOpenError } from '../engine.ts'
import type { OpenedDatabase } from './open-database.ts'
import { describeOlder, readSchemaState } from './schema-state.ts'

/**
 * Throws `StoreOpenError` unless a database has the schema of this very version. A backup or an audit by an older version
 * would leave out what only the newer one knows.
 */
export async function assertCurrentSchema(database: OpenedDatabase): Promise<void> {
  const gap = await describeGap(database)
  if (gap !== undefined) throw new StoreOpenError(`${database.name} cannot be used: ${gap}`)
}

async function describeGap(database: OpenedDatabase): Promise<string | undefined> {
  try {
    const state = await readSchemaState(database)
    const older = describeOlder(state)
    if (older !== undefined) return `${older}; run npm run migrate first`
    const [newer] = state.newer
    return newer && `the database is newer than this version (it has migration ${newer})`
  } catch (error) {
    if (error instanceof StoreOpenError) return error.message
    throw error
  }
}
