import process from 'node:process'
import { asOperator, dryRun } from '@giftcards/marketplace'
import { openStore } from '@giftcards/storage'
import { openServiceClock } from '../../clock.ts'
import { readDatabaseUrl } from '../../config.ts'
import { type CommandResult, printResult, readDatabaseToWrite } from '../run-command.ts'
import { parseCommand, type VerbProgram } from './parse-command.ts'
import { readPassword } from './read-password.ts'
import type { VerbResult } from './verb.ts'

/** Runs the verb that the command line names. Its changes are audited under the name of the operator. */
export async function runVerbs(program: VerbProgram): Promise<void> {
  await printResult(async () => {
    const command = parseCommand(program, process.argv.slice(2), process.env['USER'])
    if (command.kind === 'help') return { text: command.text, isGood: true }
    const { work, isRead, operator, isDryRun, isJson } = command
    const opened = await openStore(isRead ? readDatabaseUrl(process.env) : readDatabaseToWrite(), {
      mode: 'any',
    })
    try {
      const named = isRead ? opened : asOperator(opened, operator)
      const store = isDryRun ? dryRun(named) : named
      const clock = await openServiceClock(store)
      return toCommandResult(await work({ store, clock, readPassword }), isDryRun, isJson)
    } finally {
      await opened.close()
    }
  })
}

function toCommandResult(
  { isDone, text, data }: VerbResult,
  isDryRun: boolean,
  isJson: boolean,
): CommandResult {
  if (isJson)
    return { text: JSON.stringify(isDryRun ? { dryRun: true, result: data } : data), isGood: isDone }
  return { text: isDryRun && isDone ? `Nothing was changed. It would be:\n${text}` : text, isGood: isDone }
}
