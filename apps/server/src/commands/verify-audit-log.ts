import process from 'node:process'
import { ConfigError, readDatabaseUrl } from '../config.ts'
import { runCommand, withUpkeep } from './run-command.ts'

const help = `npm run verify-audit-log

Walks the audit log of the database of DATABASE_URL, in use or not, and changes nothing.

Example: DATABASE_URL=postgres://… npm run verify-audit-log

Exit code 0: every row follows from the one before. 1: the first row that does not is named. 2: the command cannot run.`

await runCommand({ name: 'verify-audit-log', help, options: {}, file: 'none' }, async () => {
  // No default: the log of the wrong database would be reported as sound.
  if (!process.env['DATABASE_URL']?.trim())
    throw new ConfigError('DATABASE_URL is required: name the database whose log to walk')
  const verdict = await withUpkeep(readDatabaseUrl(process.env), (upkeep) => upkeep.verifyAuditLog())
  if (verdict.kind === 'broken') {
    const { chain, position } = verdict.at
    return { text: `Row ${position} of chain ${chain} is broken: ${verdict.reason}`, isGood: false }
  }
  const { rows, archivedRows, chains, hash } = verdict
  if (rows + archivedRows === 0)
    return {
      text: 'The audit log is empty: nothing was recorded in this database, or all of it was removed',
      isGood: false,
    }
  const archived = archivedRows === 0 ? '' : `, ${count(archivedRows, 'row')} before them are in archives`
  return {
    text: `${count(rows, 'row')} in ${count(chains, 'chain')} are sound${archived}, last hash ${hash}`,
    isGood: true,
  }
})

function count(things: number, name: string): string {
  return `${things} ${name}${things === 1 ? '' : 's'}`
}
