import process from 'node:process'
import { resealCards } from '@giftcards/storage/maintenance'
import { createResealer } from '../auth/card-vault.ts'
import { readConfig } from '../config.ts'
import { createProgram, printResult, readDatabaseToWrite, runProgram } from './program.ts'

const program = createProgram(
  'rotate-card-data',
  'Re-encrypts the secrets of all cards with CARD_DATA_KEY. CARD_DATA_KEYS_OLD must hold the previous keys. You may interrupt it and run it again.',
  '',
).action(async () => {
  const { cardDataKey, oldCardDataKeys } = readConfig(process.env).secrets
  const reseal = createResealer(cardDataKey, oldCardDataKeys)
  const { resealed, current } = await resealCards(readDatabaseToWrite(), cardDataKey.id, reseal)
  printResult(`${resealed} cards re-encrypted with key ${cardDataKey.id}; ${current} already had it`)
})

await runProgram(program)
