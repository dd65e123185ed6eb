import { Option } from '@commander-js/extra-typings'
import { migrateDatabase, type MigrationReport } from '@giftcards/storage/maintenance'
import { createProgram, printResult, readDatabaseToWrite, runProgram } from './program.ts'

function describe({ applied, marked, grants }: MigrationReport, isDryRun: boolean): string {
  const would = isDryRun ? 'Would have ' : ''
  const lines = applied.map((id) => `${would}${isDryRun ? 'applied' : 'Applied'} ${id}`)
  if (marked !== undefined) lines.push(`${would}${isDryRun ? 'marked' : 'Marked'} the database ${marked}`)
  // The statements themselves, for an administrator who runs them by hand.
  lines.push(...grants.map((statement) => (isDryRun ? `${statement};` : `Done: ${statement}`)))
  return lines.length === 0 ? 'Nothing to do: the database has the schema of this version' : lines.join('\n')
}

const program = createProgram(
  'migrate',
  'Brings the database of DATABASE_URL to the schema of this version, as the owner of its tables. If it cannot be done, the database is as it was.',
  ' -- --mode production --grant-to giftcards_server',
)
  .addOption(
    new Option(
      '--mode <mode>',
      'what a database without a mark serves from now on; no command changes it later',
    ).choices(['production', 'sandbox'] as const),
  )
  .option(
    '--grant-to <role>',
    'a PostgreSQL role that the servers connect as: it reads and writes rows, and only appends to the audit log',
  )
  .option('--dry-run', 'prints what would be done, and does nothing')
  .action(async ({ mode, grantTo, dryRun = false }) => {
    const report = await migrateDatabase(readDatabaseToWrite(), { mode, grantTo, isDryRun: dryRun })
    printResult(describe(report, dryRun))
  })

await runProgram(program)
