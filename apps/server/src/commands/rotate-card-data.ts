import process from 'node:process'
import { resealCards } from '../auth/card-vault.ts'
import { readConfig } from '../config.ts'
import { readDatabaseToWrite, runCommand, withUpkeep } from './run-command.ts'

const help = `npm run rotate-card-data

Seals the secrets of every card again with CARD_DATA_KEY. Needs the keys that sealed them in CARD_DATA_KEYS_OLD. It may be interrupted,
and run again.

Example: CARD_DATA_KEY=… CARD_DATA_KEYS_OLD=… DATABASE_URL=postgres://… npm run rotate-card-data

Exit code 0: every card is sealed with the current key. 2: the command cannot run.`

await runCommand({ name: 'rotate-card-data', help, options: {}, file: 'none' }, async () => {
  const { cardDataKey, oldCardDataKeys } = readConfig(process.env).secrets
  const { resealed, current } = await withUpkeep(readDatabaseToWrite(), (upkeep) =>
    resealCards(upkeep, cardDataKey, oldCardDataKeys),
  )
  return {
    text: `${resealed} cards sealed again with key ${cardDataKey.id}; ${current} were already`,
    isGood: true,
  }
})
