import { StoreOpenError } from '../store-open-error.ts'
import type { OpenedDatabase } from './open-database.ts'
import { describeSchemaGap } from './prepare-database.ts'

/** Throws `StoreOpenError` unless a database has the schema of this very version. */
export async function assertCurrentSchema(database: OpenedDatabase): Promise<void> {
  const gap = await describeSchemaGap(database)
  if (gap !== undefined) throw new StoreOpenError(`${database.name} cannot be used: ${gap}`)
}
