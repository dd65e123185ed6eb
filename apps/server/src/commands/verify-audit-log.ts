import process from 'node:process'
import { ConfigError } from '../config/config-error.ts'
import { readText } from '../config/read-variable.ts'
import { runCommand } from './run-command.ts'

await runCommand(
  () => {
    // No default: the log of the wrong database would be found sound.
    const url = readText(process.env, 'DATABASE_URL')
    if (url === undefined)
      throw new ConfigError('DATABASE_URL is required: name the database whose log to walk')
    return url
  },
  async (upkeep) => {
    const verdict = await upkeep.verifyAuditLog()
    if (verdict.kind === 'broken') {
      const { chain, position } = verdict.at
      return { text: `Row ${position} of chain ${chain} is broken: ${verdict.reason}`, isGood: false }
    }
    const { rows, chains, hash } = verdict
    if (rows === 0)
      return {
        text: 'The audit log is empty: nothing was recorded in this database, or all of it was removed',
        isGood: false,
      }
    return {
      text: `${count(rows, 'row')} in ${count(chains, 'chain')} are sound, last hash ${hash}`,
      isGood: true,
    }
  },
)

function count(things: number, name: string): string {
  return `${things} ${name}${things === 1 ? '' : 's'}`
}
