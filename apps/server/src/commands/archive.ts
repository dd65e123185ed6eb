import process from 'node:process'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { archiveRecords } from '@giftcards/storage/maintenance'
import { ConfigError } from '../config.ts'
import { toDay } from './values.ts'
import { createProgram, printResult, readDatabaseToWrite, runProgram, toFileName } from './program.ts'

const yearsKept = 7

function sevenYearsAgo(): number {
  const date = new Date()
  return date.setUTCFullYear(date.getUTCFullYear() - yearsKept)
}

function toPastDay(text: string): number {
  const day = toDay(text)
  if (day > Date.now()) throw new InvalidArgumentError('It must be in the past.')
  return day
}

const program = createProgram(
  'archive',
  'Moves audit rows and records of secure-data reads from before a day to a new file (JSON lines, gzip). Verifies the file, then deletes the rows from the database of DATABASE_URL. Keep the file.',
  ' -- --before 2020-01-01 audit-until-2020.jsonl.gz',
)
  .argument('[file]', 'new file; not needed for a dry run', toFileName)
  .option(
    '--before <YYYY-MM-DD>',
    'move rows from before this day (UTC); default: seven years ago',
    toPastDay,
  )
  .option('--dry-run', 'count the rows without moving them')
  .action(async (file = '', { before = sevenYearsAgo(), dryRun = false }, command) => {
    if (file === '' && !dryRun) command.error("error: missing required argument 'file'")
    // No default, which could move the records of the wrong database.
    if (!process.env['DATABASE_URL']?.trim())
      throw new ConfigError('DATABASE_URL is required: set it to the database to archive')
    const { auditRows, secureReads } = await archiveRecords(readDatabaseToWrite(), {
      file,
      before,
      isDryRun: dryRun,
    })
    const what = `${auditRows} rows of the audit log and ${secureReads} reads of secure data before ${new Date(before).toISOString()}`
    if (dryRun) printResult(`Would move ${what}`)
    else if (auditRows + secureReads === 0) printResult('No rows are that old; no file was written')
    else printResult(`${file} holds ${what}, deleted from the database`)
  })

await runProgram(program)
