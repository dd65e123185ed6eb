import process from 'node:process'
import { checkDatabase } from '@giftcards/storage/upkeep'
import { readDatabaseUrl } from '../config.ts'
import { runCommand, showProgress } from './run-command.ts'

await runCommand(async () => {
  const { broken, checked } = await checkDatabase(readDatabaseUrl(process.env), showProgress)
  if (broken.length > 0) return { text: broken.join('\n'), isGood: false }
  const { orders, cards, carts, payments, ledgerRows } = checked
  return {
    text: `The books are sound: ${orders} orders with ${cards} cards, ${carts} carts, ${payments} pending payments, ${ledgerRows} ledger rows`,
    isGood: true,
  }
})
