import process from 'node:process'
import { checkDatabase, describeViolation } from '@giftcards/storage/maintenance'
import { loadPaymentGateway } from '../collaborators.ts'
import { ConfigError, readDatabaseUrl, readGatewayModule } from '../config.ts'
import { checkGateway } from './check-gateway.ts'
import { createProgram, printResult, runProgram, showProgress, UsageError } from './program.ts'
import { toDay } from './values.ts'

async function checkBooks(databaseUrl: string): Promise<{ readonly text: string; readonly isGood: boolean }> {
  const { broken, checked } = await checkDatabase(databaseUrl, showProgress)
  if (broken.length > 0) return { text: broken.map(describeViolation).join('\n\n'), isGood: false }
  const { orders, cards, carts, payments, ledgerRows } = checked
  return {
    text: `The books are sound: ${orders} orders with ${cards} cards, ${carts} carts, ${payments} pending payments, ${ledgerRows} ledger rows`,
    isGood: true,
  }
}

const program = createProgram(
  'check-books',
  'Audits the database of DATABASE_URL. Prints a line for each problem, and exits with 1 if there is one.',
  ' -- --gateway --since 2026-11-01',
)
  .option('--gateway', 'also compare payments with the gateway of PAYMENT_GATEWAY_MODULE')
  .option('--since <YYYY-MM-DD>', 'compare only payments that changed on this day (UTC) or later', toDay)
  .action(async ({ gateway: withGateway = false, since }) => {
    if (since !== undefined && !withGateway) throw new UsageError('--since needs --gateway')
    const databaseUrl = readDatabaseUrl(process.env)
    const gateway = withGateway ? await loadPaymentGateway(readGatewayModule(process.env)) : undefined
    if (withGateway && gateway === undefined)
      throw new ConfigError('PAYMENT_GATEWAY_MODULE is not set: --gateway needs the gateway module')
    const books = await checkBooks(databaseUrl)
    printResult(books.text, books.isGood)
    if (gateway === undefined) return
    const payments = await checkGateway(databaseUrl, gateway, since)
    printResult(payments.text, books.isGood && payments.isGood)
  })

await runProgram(program)
