import process from 'node:process'
import { restoreBackup } from '@giftcards/storage/upkeep'
import { readDatabaseUrl } from '../config.ts'
import { readFileArgument, runCommand, showProgress } from './run-command.ts'

await runCommand(async () => {
  const file = readFileArgument('restore')
  await restoreBackup(readDatabaseUrl(process.env), file, showProgress)
  return {
    text: `The database holds what ${file} held; run check-books and verify-audit-log next`,
    isGood: true,
  }
})
