import process from 'node:process'
import { writeBackup } from '@giftcards/storage/maintenance'
import { readDatabaseUrl } from '../config.ts'
import { createProgram, printResult, runProgram, showProgress, toFileName } from './program.ts'

const program = createProgram(
  'backup',
  'Copies the database of DATABASE_URL, as it is at one moment, into a new file. The database may be in use.',
  ' -- backup-2026-11-24.gz',
)
  .argument('<file>', 'a new file; it has this name once all of it is on the disk', toFileName)
  .action(async (file) => {
    await writeBackup(readDatabaseUrl(process.env), file, showProgress)
    printResult(`${file} holds the database as it was when this command began`)
  })

await runProgram(program)
