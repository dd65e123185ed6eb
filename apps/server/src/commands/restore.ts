import { restoreBackup } from '@giftcards/storage/upkeep'
import { readDatabaseToWrite, runCommand, showProgress } from './run-command.ts'

const help = `npm run restore -- <file>

Restores a backup into the database of DATABASE_URL, which must be empty. Run it as the owner of the database.

Example: npm run restore -- backup-2026-11-24.gz

Exit code 0: done. 2: the command cannot run, and the database is as it was.`

await runCommand({ name: 'restore', help, options: {}, file: 'required' }, async ({ file }) => {
  await restoreBackup(readDatabaseToWrite(), file, showProgress)
  return {
    text: `The database holds what ${file} held; run check-books next`,
    isGood: true,
  }
})
