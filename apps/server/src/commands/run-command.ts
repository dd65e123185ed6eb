import { openStore, type Upkeep } from '@giftcards/storage'
import { type CommandResult, runTask } from './run-task.ts'

/** Runs an operator's command on the upkeep of a store. */
export async function runCommand(
  databaseUrl: () => string,
  work: (upkeep: Upkeep) => Promise<CommandResult>,
): Promise<void> {
  await runTask(async () => {
    const store = await openStore(databaseUrl())
    try {
      return await work(store.upkeep)
    } finally {
      await store.close()
    }
  })
}
