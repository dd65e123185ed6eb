import process from 'node:process'
import { restoreBackup } from '@giftcards/storage/upkeep'
import { readDatabaseUrl } from '../config/read-database-url.ts'
import { readFileArgument } from './read-file-argument.ts'
import { runTask } from './run-task.ts'
import { showProgress } from './show-progress.ts'

await runTask(async () => {
  const file = readFileArgument('restore')
  await restoreBackup(readDatabaseUrl(process.env), file, showProgress)
  return {
    text: `The database holds what ${file} held; run check-books and verify-audit-log next`,
    isGood: true,
  }
})
