import process from 'node:process'
import { resealCards } from '../auth/card-vault.ts'
import { readConfig } from '../config.ts'
import { runCommand, withUpkeep } from './run-command.ts'

await runCommand(async () => {
  const { databaseUrl, secrets } = readConfig(process.env)
  const { cardDataKey, oldCardDataKeys } = secrets
  const { resealed, current } = await withUpkeep(databaseUrl, (upkeep) =>
    resealCards(upkeep, cardDataKey, oldCardDataKeys),
  )
  return {
    text: `${resealed} cards sealed again with key ${cardDataKey.id}; ${current} were already`,
    isGood: true,
  }
})
