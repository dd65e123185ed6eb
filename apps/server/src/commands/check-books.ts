import process from 'node:process'
import { parseArgs } from 'node:util'
import { checkDatabase } from '@giftcards/storage/upkeep'
import { loadPaymentGateway } from '../collaborators.ts'
import { ConfigError, readDatabaseUrl, readGatewayModule } from '../config.ts'
import { checkGateway } from './check-gateway.ts'
import { type CommandResult, runCommand, showProgress } from './run-command.ts'

const help = `npm run check-books                                     audits the database of DATABASE_URL
npm run check-books -- --gateway                        then compares its payments with the gateway of PAYMENT_GATEWAY_MODULE
npm run check-books -- --gateway --since <YYYY-MM-DD>   leaves out payments that have not changed since that day, in UTC`

interface Arguments {
  readonly isHelp: boolean
  readonly withGateway: boolean
  /** Milliseconds since the epoch. */
  readonly since: number | undefined
}

function readArguments(): Arguments {
  const { gateway, since, help: isHelp } = parse()
  if (since === undefined) return { isHelp, withGateway: gateway, since }
  const at = /^\d{4}-\d\d-\d\d$/.test(since) ? Date.parse(since) : Number.NaN
  if (!gateway || Number.isNaN(at)) throw new ConfigError(help)
  return { isHelp, withGateway: true, since: at }
}

function parse() {
  const options = {
    gateway: { type: 'boolean', default: false },
    since: { type: 'string' },
    help: { type: 'boolean', default: false },
  } as const
  try {
    return parseArgs({ options }).values
  } catch {
    throw new ConfigError(help)
  }
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

await runCommand(async () => {
  const { isHelp, withGateway, since } = readArguments()
  if (isHelp) return { text: help, isGood: true }
  const databaseUrl = readDatabaseUrl(process.env)
  if (!withGateway) return checkBooks(databaseUrl)
  const gateway = await loadPaymentGateway(readGatewayModule(process.env))
  if (gateway === undefined)
    throw new ConfigError('PAYMENT_GATEWAY_MODULE is not set: it names the gateway to compare with')
  const books = await checkBooks(databaseUrl)
  process.stdout.write(`${books.text}\n`)
  const payments = await checkGateway(databaseUrl, gateway, since)
  return { ...payments, isGood: books.isGood && payments.isGood }
})
