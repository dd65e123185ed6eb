import process from 'node:process'
import { readConfig } from '../config/read-config.ts'
import { resealCards } from '../security/reseal-cards.ts'
import { runCommand } from './run-command.ts'

await runCommand(
  () => readConfig(process.env).databaseUrl,
  async (upkeep) => {
    const { cardDataKey, oldCardDataKeys } = readConfig(process.env).secrets
    const { resealed, current } = await resealCards(upkeep, cardDataKey, oldCardDataKeys)
    return {
      text: `${resealed} cards sealed again with key ${cardDataKey.id}; ${current} were already`,
      isGood: true,
    }
  },
)
