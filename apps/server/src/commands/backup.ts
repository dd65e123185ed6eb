import process from 'node:process'
import { writeBackup } from '@giftcards/storage/upkeep'
import { readDatabaseUrl } from '../config.ts'
import { readFileArgument, runCommand, showProgress } from './run-command.ts'

await runCommand(async () => {
  const file = readFileArgument('backup')
  await writeBackup(readDatabaseUrl(process.env), file, showProgress)
  return { text: `${file} holds the database as it was when this command began`, isGood: true }
})
