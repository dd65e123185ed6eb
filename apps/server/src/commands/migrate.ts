import type { StoreMode } from '@giftcards/marketplace'
import { migrateDatabase, type MigrationReport } from '@giftcards/storage/upkeep'
import { UsageError } from './read-arguments.ts'
import { readDatabaseToWrite, runCommand } from './run-command.ts'

const help = `npm run migrate -- [--mode production|sandbox] [--grant-to <role>] [--dry-run]

Brings the database of DATABASE_URL to the schema of this version, as the owner of its tables.
  --mode      what a database without a mark is to serve, for good
  --grant-to  a PostgreSQL role that the servers connect as: it reads and writes rows, and only appends to the audit log
  --dry-run   says what would be done, and does nothing

For example: DATABASE_URL=postgres://owner:…@db/giftcards npm run migrate -- --mode production --grant-to giftcards_server`

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
  return lines.length === 0 ? 'The database has the schema of this version' : lines.join('\n')
}

await runCommand({ name: 'migrate', help, options, file: 'none' }, async ({ values }) => {
  const mode = modes.find((known) => known === values.mode)
  if (values.mode !== undefined && mode === undefined)
    throw new UsageError(`--mode must be ${modes.join(' or ')}`)
  const isDryRun = values['dry-run']
  const report = await migrateDatabase(readDatabaseToWrite(), { mode, grantTo: values['grant-to'], isDryRun })
  return { text: describe(report, isDryRun), isGood: true }
})
