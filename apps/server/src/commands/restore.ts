import { parseDatabaseUrl } from '@giftcards/storage'
import { restoreBackup } from '@giftcards/storage/maintenance'
import {
  createProgram,
  printResult,
  readDatabaseToWrite,
  runProgram,
  showProgress,
  toFileName,
} from './program.ts'

const program = createProgram(
  'restore',
  'Restores a backup into the empty database of DATABASE_URL. Run it as the owner of the database. A failed restore changes nothing.',
  ' -- backup-2026-11-24.gz',
)
  .argument('<file>', 'file written by npm run backup', toFileName)
  .action(async (file) => {
    const databaseUrl = readDatabaseToWrite()
    await restoreBackup(databaseUrl, file, showProgress)
    const next =
      parseDatabaseUrl(databaseUrl).engine === 'postgres'
        ? 'run migrate -- --grant-to <role of the servers>, then check-books'
        : 'run check-books next'
    printResult(`Restored the database from ${file}; ${next}`)
  })

await runProgram(program)
