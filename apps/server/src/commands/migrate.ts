import process from 'node:process'
import { parseArgs } from 'node:util'
import type { StoreMode } from '@giftcards/marketplace'
import { migrateDatabase, type MigrationReport } from '@giftcards/storage/upkeep'
import { ConfigError, readDatabaseUrl } from '../config.ts'
import { runCommand } from './run-command.ts'

const help = `npm run migrate -- [--mode production|sandbox] [--grant-to <role>] [--dry-run]

Brings the database of DATABASE_URL to the schema of this version, as the owner of its tables.
  --mode      what a database without a mark is to serve, for good
  --grant-to  a PostgreSQL role that the servers connect as: it reads and writes rows, and only appends to the audit log
  --dry-run   says what would be done, and does nothing

For example: DATABASE_URL=postgres://owner:…@db/giftcards npm run migrate -- --mode production --grant-to giftcards_server`

const modes: readonly StoreMode[] = ['production', 'sandbox']

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        mode: { type: 'string' },
        'grant-to': { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    const mode = modes.find((known) => known === values.mode)
    if (values.mode !== undefined && mode === undefined) throw new ConfigError(help)
    return { mode, grantTo: values['grant-to'], isDryRun: values['dry-run'], isHelp: values.help }
  } catch {
    throw new ConfigError(help)
  }
}

function describe({ applied, marked, grants }: MigrationReport, isDryRun: boolean): string {
  const would = isDryRun ? 'Would have ' : ''
  const lines = applied.map((id) => `${would}${isDryRun ? 'applied' : 'Applied'} ${id}`)
  if (marked !== undefined) lines.push(`${would}${isDryRun ? 'marked' : 'Marked'} the database ${marked}`)
  // The statements themselves, for an administrator who runs them by hand.
  lines.push(...grants.map((statement) => (isDryRun ? `${statement};` : `Done: ${statement}`)))
  return lines.length === 0 ? 'The database has the schema of this version' : lines.join('\n')
}

await runCommand(async () => {
  const { isHelp, ...options } = readOptions()
  if (isHelp) return { text: help, isGood: true }
  const report = await migrateDatabase(readDatabaseUrl(process.env), options)
  return { text: describe(report, options.isDryRun), isGood: true }
})
