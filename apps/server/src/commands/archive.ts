import process from 'node:process'
import { ConfigError } from '../config.ts'
import { UsageError } from './read-arguments.ts'
import { type CommandResult, readDatabaseToWrite, runCommand, withUpkeep } from './run-command.ts'

const help = `npm run archive -- [--before <date>] [--dry-run] <file>

Moves rows of the audit log and reads of secure data that are older than a date to a new file (JSON lines, gzip). It reads the file back,
then deletes those rows from the database of DATABASE_URL. Keep the file.

--before <date>   such as 2020-01-01, in UTC; seven years ago by default
--dry-run         counts what would be moved, and changes nothing
--help            this text

Example: npm run archive -- --before 2020-01-01 audit-until-2020.jsonl.gz

Exit code 0: done, or nothing is that old. 2: the command cannot run.`

const yearsKept = 7

interface Asked {
  readonly file: string
  readonly before: number
  readonly isDryRun: boolean
}

const options = { before: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } as const

function sevenYearsAgo(): number {
  const date = new Date()
  return date.setUTCFullYear(date.getUTCFullYear() - yearsKept)
}

/** A day as ISO 8601 writes it, which is over. */
function parseDate(text: string): number {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(moment) || moment > Date.now())
    throw new UsageError(`--before must be a day in the past, such as 2020-01-01, not ${text}`)
  return moment
}

async function archive({ file, before, isDryRun }: Asked): Promise<CommandResult> {
  return withUpkeep(readDatabaseToWrite(), async (upkeep) => {
    const { auditRows, secureReads } = await upkeep.archive({ file, before, isDryRun })
    const what = `${auditRows} rows of the audit log and ${secureReads} reads of secure data before ${new Date(before).toISOString()}`
    if (isDryRun) return { text: `Would move ${what}`, isGood: true }
    if (auditRows + secureReads === 0)
      return { text: 'Nothing is that old; no file was written', isGood: true }
    return { text: `${file} holds ${what}, which the database no longer has`, isGood: true }
  })
}

await runCommand({ name: 'archive', help, options, file: 'optional' }, async ({ values, file }) => {
  const isDryRun = values['dry-run']
  if (file === '' && !isDryRun) throw new UsageError('Name one file: npm run archive -- <file>')
  const before = values.before === undefined ? sevenYearsAgo() : parseDate(values.before)
  // No default: the records of the wrong database would be moved.
  if (!process.env['DATABASE_URL']?.trim())
    throw new ConfigError('DATABASE_URL is required: name the database whose records to move')
  return archive({ file, before, isDryRun })
})
