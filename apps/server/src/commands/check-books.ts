import process from 'node:process'
import { checkDatabase } from '@giftcards/storage/upkeep'
import { loadPaymentGateway } from '../collaborators.ts'
import { ConfigError, readDatabaseUrl, readGatewayModule } from '../config.ts'
import { checkGateway } from './check-gateway.ts'
import { UsageError } from './read-arguments.ts'
import { type CommandResult, runCommand, showProgress } from './run-command.ts'

const help = `npm run check-books                                     audits the database of DATABASE_URL
npm run check-books -- --gateway                        then compares its payments with the gateway of PAYMENT_GATEWAY_MODULE
npm run check-books -- --gateway --since <YYYY-MM-DD>   leaves out payments that have not changed since that day, in UTC

Example: npm run check-books -- --gateway --since 2026-11-01

Exit code 0: all is sound. 1: a line for each thing that is not. 2: the command cannot run.`

const options = { gateway: { type: 'boolean', default: false }, since: { type: 'string' } } as const

/** A day, in milliseconds since the epoch. */
function readSince(since: string, withGateway: boolean): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(since) ? Date.parse(since) : Number.NaN
  if (!withGateway) throw new UsageError('--since needs --gateway')
  if (Number.isNaN(at)) throw new UsageError(`--since must be a day, such as 2026-11-01, not ${since}`)
  return at
}

async function checkBooks(databaseUrl: string): Promise<CommandResult> {
  const { broken, checked } = await checkDatabase(databaseUrl, showProgress)
  if (broken.length > 0) return { text: broken.join('\n'), isGood: false }
  const { orders, cards, carts, payments, ledgerRows } = checked
  return {
    text: `The books are sound: ${orders} orders with ${cards} cards, ${carts} carts, ${payments} pending payments, ${ledgerRows} ledger rows`,
    isGood: true,
  }
}

await runCommand({ name: 'check-books', help, options, file: 'none' }, async ({ values }) => {
  const since = values.since === undefined ? undefined : readSince(values.since, values.gateway)
  const databaseUrl = readDatabaseUrl(process.env)
  if (!values.gateway) return checkBooks(databaseUrl)
  const gateway = await loadPaymentGateway(readGatewayModule(process.env))
  if (gateway === undefined)
    throw new ConfigError('PAYMENT_GATEWAY_MODULE is not set: it names the gateway to compare with')
  const books = await checkBooks(databaseUrl)
  process.stdout.write(`${books.text}\n`)
  const payments = await checkGateway(databaseUrl, gateway, since)
  return { ...payments, isGood: books.isGood && payments.isGood }
})
