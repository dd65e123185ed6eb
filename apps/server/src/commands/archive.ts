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
  'Moves rows of the audit log and reads of secure data that are older than a day to a new file (JSON lines, gzip). It reads the file back, then deletes those rows from the database of DATABASE_URL. Keep the file.',
  ' -- --before 2020-01-01 audit-until-2020.jsonl.gz',
)
  .argument('[file]', 'a new file; only a dry run needs none', toFileName)
  .option('--before <YYYY-MM-DD>', 'a day in UTC; seven years ago unless given', toPastDay)
  .option('--dry-run', 'counts what would be moved, and changes nothing')
  .action(async (file = '', { before = sevenYearsAgo(), dryRun = false }, command) => {
    if (file === '' && !dryRun) command.error("error: missing required argument 'file'")
    // No default: the records of the wrong database would be moved.
    if (!process.env['DATABASE_URL']?.trim())
      throw new ConfigError('DATABASE_URL is required: name the database whose records to move')
    const { auditRows, secureReads } = await archiveRecords(readDatabaseToWrite(), {
      file,
      before,
      isDryRun: dryRun,
    })
    const what = `${auditRows} rows of the audit log and ${secureReads} reads of secure data before ${new Date(before).toISOString()}`
    if (dryRun) printResult(`Would move ${what}`)
    else if (auditRows + secureReads === 0) printResult('Nothing is that old; no file was written')
    else printResult(`${file} holds ${what}, which the database no longer has`)
  })

await runProgram(program)
