import process from 'node:process'
import { writeBackup } from '@giftcards/storage/maintenance'
import { readDatabaseUrl } from '../config.ts'
import { createProgram, printResult, runProgram, showProgress, toFileName } from './program.ts'

const program = createProgram(
  'backup',
  'Writes a consistent copy of the database of DATABASE_URL to a new file. The database may be in use.',
  ' -- backup-2026-11-24.gz',
)
  .argument('<file>', 'new file; it gets this name once it is complete on disk', toFileName)
  .action(async (file) => {
    await writeBackup(readDatabaseUrl(process.env), file, showProgress)
    printResult(`${file} is a copy of the database at the start of this command`)
  })

await runProgram(program)
