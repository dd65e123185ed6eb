import { assertCurrentSchema } from '../database/assert-current-schema.ts'
import type { OnProgress } from '../database/on-progress.ts'
import { withDatabase } from '../database/open-database.ts'
import { readSnapshot } from '../database/read-snapshot.ts'
import { dumpLines } from './dump-lines.ts'
import { writeNewFile } from './write-new-file.ts'

/**
 * Writes all of a database, in use or not, into a new file that only its owner may read, from one snapshot. When it
 * resolves the file is on the disk; when it rejects there is none. Throws `BackupError` where the file exists, and
 * `StoreOpenError` where the schema is not that of this version.
 */
export function writeBackup(url: string, file: string, onProgress: OnProgress): Promise<void> {
  return withDatabase(url, false, async (database) => {
    await assertCurrentSchema(database)
    await readSnapshot(database.db, (db) => writeNewFile(file, dumpLines(db, onProgress)))
  })
}
