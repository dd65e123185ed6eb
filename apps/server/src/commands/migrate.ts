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
  'Migrates the database of DATABASE_URL to the schema of this version. Run it as the owner of the tables. A failed migration changes nothing.',
  ' -- --mode production --grant-to giftcards_server',
)
  .addOption(
    new Option('--mode <mode>', 'mode of a database that has none yet; it cannot be changed later').choices([
      'production',
      'sandbox',
    ] as const),
  )
  .option(
    '--grant-to <role>',
    'PostgreSQL role of the servers: may read and write rows, but only append to the audit log',
  )
  .option('--dry-run', 'show the migrations without running them')
  .action(async ({ mode, grantTo, dryRun = false }) => {
    const report = await migrateDatabase(readDatabaseToWrite(), { mode, grantTo, isDryRun: dryRun })
    printResult(describe(report, dryRun))
  })

await runProgram(program)
