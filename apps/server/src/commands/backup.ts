import process from 'node:process'
import { writeBackup } from '@giftcards/storage/upkeep'
import { readDatabaseUrl } from '../config.ts'
import { runCommand, showProgress } from './run-command.ts'

const help = `npm run backup -- <file>

Copies the database of DATABASE_URL, as it is at one moment, into a new file. The database may be in use.

Example: npm run backup -- backup-2026-11-24.gz

Exit code 0: done. 2: the command cannot run.`

await runCommand({ name: 'backup', help, options: {}, file: 'required' }, async ({ file }) => {
  await writeBackup(readDatabaseUrl(process.env), file, showProgress)
  return { text: `${file} holds the database as it was when this command began`, isGood: true }
})
