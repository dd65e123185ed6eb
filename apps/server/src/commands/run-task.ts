import process from 'node:process'
import { DatabaseUrlError, StoreOpenError } from '@giftcards/storage'
import { BackupError } from '@giftcards/storage/upkeep'
import { ConfigError } from '../config/config-error.ts'
import { UnknownCardKeyError } from '../security/reseal-cards.ts'

/** What a command says at its end, and whether it found what it should. */
export interface CommandResult {
  readonly text: string
  readonly isGood: boolean
}

/** Runs an operator's command: exit code 0, 1 where it found fault, 2 with one line where it cannot run. */
export async function runTask(work: () => Promise<CommandResult>): Promise<void> {
  try {
    const { text, isGood } = await work()
    process.stdout.write(`${text}\n`)
    process.exitCode = isGood ? 0 : 1
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`)
    process.exitCode = 2
  }
}

/** What else is thrown may quote data, so only its name is told. */
function sentenceOf(error: unknown): string {
  if (error instanceof DatabaseUrlError || error instanceof StoreOpenError)
    return `DATABASE_URL: ${error.message}`
  if (error instanceof ConfigError || error instanceof BackupError || error instanceof UnknownCardKeyError)
    return error.message
  return `The command failed: ${error instanceof Error ? error.name : typeof error}`
}
