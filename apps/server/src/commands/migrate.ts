import type { StoreMode } from '@giftcards/marketplace'
import { migrateDatabase, type MigrationReport } from '@giftcards/storage/upkeep'
import { UsageError } from './read-arguments.ts'
import { readDatabaseToWrite, runCommand } from './run-command.ts'

const help = `npm run migrate -- [--mode production|sandbox] [--grant-to <role>] [--dry-run]

Brings the database of DATABASE_URL to the schema of this version, as the owner of its tables.
  --mode      what a database without a mark serves from now on; no command changes it later
  --grant-to  a PostgreSQL role that the servers connect as: it reads and writes rows, and only appends to the audit log
  --dry-run   prints what would be done, and does nothing

Example: DATABASE_URL=postgres://owner:…@db/giftcards npm run migrate -- --mode production --grant-to giftcards_server

Exit code 0: done, or nothing to do. 2: the command cannot run, and the database is as it was.`

const modes: readonly StoreMode[] = ['production', 'sandbox']

const options = {
  mode: { type: 'string' },
  'grant-to': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const

function describe({ applied, marked, grants }: MigrationReport, isDryRun: boolean): string {
  const would = isDryRun ? 'Would have ' : ''
  const lines = applied.map((id) => `${would}${isDryRun ? 'applied' : 'Applied'} ${id}`)
  if (marked !== undefined) lines.push(`${would}${isDryRun ? 'marked' : 'Marked'} the database ${marked}`)
  // The statements themselves, for an administrator who runs them by hand.
  lines.push(...grants.map((statement) => (isDryRun ? `${statement};` : `Done: ${statement}`)))
  return lines.length === 0 ? 'Nothing to do: the database has the schema of this version' : lines.join('\n')
}

await runCommand({ name: 'migrate', help, options, file: 'none' }, async ({ values }) => {
  const mode = modes.find((known) => known === values.mode)
  if (values.mode !== undefined && mode === undefined)
    throw new UsageError(`--mode must be ${modes.join(' or ')}, not ${values.mode}`)
  const isDryRun = values['dry-run']
  const report = await migrateDatabase(readDatabaseToWrite(), { mode, grantTo: values['grant-to'], isDryRun })
  return { text: describe(report, isDryRun), isGood: true }
})
