import process from 'node:process'
import { writeBackup } from '@giftcards/storage/upkeep'
import { readDatabaseUrl } from '../config/read-database-url.ts'
import { readFileArgument } from './read-file-argument.ts'
import { runTask } from './run-task.ts'
import { showProgress } from './show-progress.ts'

await runTask(async () => {
  const file = readFileArgument('backup')
  await writeBackup(readDatabaseUrl(process.env), file, showProgress)
  return { text: `${file} holds the database as it was when this command began`, isGood: true }
})
