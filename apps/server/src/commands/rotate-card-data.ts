import process from 'node:process'
import { resealCards } from '@giftcards/storage/maintenance'
import { createResealer } from '../auth/card-vault.ts'
import { readConfig } from '../config.ts'
import { createProgram, printResult, readDatabaseToWrite, runProgram } from './program.ts'

const program = createProgram(
  'rotate-card-data',
  'Seals the secrets of every card again with CARD_DATA_KEY. Needs the keys that sealed them in CARD_DATA_KEYS_OLD. It may be interrupted, and run again.',
  '',
).action(async () => {
  const { cardDataKey, oldCardDataKeys } = readConfig(process.env).secrets
  const reseal = createResealer(cardDataKey, oldCardDataKeys)
  const { resealed, current } = await resealCards(readDatabaseToWrite(), cardDataKey.id, reseal)
  printResult(`${resealed} cards sealed again with key ${cardDataKey.id}; ${current} were already`)
})

await runProgram(program)
