import process from 'node:process'
import { asOperator, rehearsal } from '@giftcards/marketplace'
import { openStore } from '@giftcards/storage'
import { openServiceClock } from '../clock.ts'
import { readDatabaseUrl } from '../config.ts'
import { appVerbs } from './admin/apps.ts'
import { couponVerbs } from './admin/coupons.ts'
import { customerVerbs } from './admin/customers.ts'
import { orderVerbs } from './admin/orders.ts'
import { parseCommand } from './admin/parse-command.ts'
import { readPassword } from './admin/read-password.ts'
import { stockVerbs } from './admin/stock.ts'
import type { VerbResult } from './admin/verb.ts'
import { type CommandResult, runCommand } from './run-command.ts'

const verbs = [...appVerbs, ...customerVerbs, ...stockVerbs, ...couponVerbs, ...orderVerbs]

await runCommand(async () => {
  const command = parseCommand(verbs, process.argv.slice(2), process.env['USER'])
  if (command.kind === 'help') return { text: command.text, isGood: true }
  const { work, operator, isDryRun, isJson } = command
  const opened = await openStore(readDatabaseUrl(process.env), { mode: 'any' })
  try {
    const named = asOperator(opened, operator)
    const store = isDryRun ? rehearsal(named) : named
    const clock = await openServiceClock(store)
    return toCommandResult(await work({ store, clock, readPassword }), isDryRun, isJson)
  } finally {
    await opened.close()
  }
})

function toCommandResult(
  { isDone, text, data }: VerbResult,
  isDryRun: boolean,
  isJson: boolean,
): CommandResult {
  if (isJson)
    return { text: JSON.stringify(isDryRun ? { dryRun: true, result: data } : data), isGood: isDone }
  return { text: isDryRun && isDone ? `Nothing was changed. It would be:\n${text}` : text, isGood: isDone }
}
