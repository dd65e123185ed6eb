import process from 'node:process'
import { PaymentUnavailableError, StoreUnavailableError } from '@giftcards/marketplace'
import { DatabaseUrlError, openStore, StoreOpenError, type Upkeep } from '@giftcards/storage'
import { BackupError } from '@giftcards/storage/upkeep'
import { UnknownCardKeyError } from '../auth/card-vault.ts'
import { ConfigError } from '../config.ts'
import { UsageError } from './admin/verb.ts'

/** The last line of a command, and whether it found everything in order. */
export interface CommandResult {
  readonly text: string
  readonly isGood: boolean
}

/** Runs an operator's command. Exit code 0, or 1 where something is not in order, or 2 with one line where it cannot run. */
export async function runCommand(work: () => Promise<CommandResult>): Promise<void> {
  try {
    const { text, isGood } = await work()
    process.stdout.write(`${text}\n`)
    process.exitCode = isGood ? 0 : 1
  } catch (error) {
    process.stderr.write(`${describeFailure(error)}\n`)
    process.exitCode = 2
  }
}

/** Opens the store of a command, and closes it after the work. */
export async function withUpkeep<Result>(
  databaseUrl: string,
  work: (upkeep: Upkeep) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(databaseUrl, { mode: 'any' })
  try {
    return await work(store.upkeep)
  } finally {
    await store.close()
  }
}

/** Reports the progress of a command on standard error. Standard output holds the result alone. */
export function showProgress(step: string): void {
  process.stderr.write(`${step}\n`)
}

/** The file that a command is given as its only argument. Throws a `ConfigError` unless there is exactly one. */
export function readFileArgument(command: 'backup' | 'restore'): string {
  const [file, ...more] = process.argv.slice(2)
  if (file === undefined || file === '' || more.length > 0)
    throw new ConfigError(`Name one file: npm run ${command} -- <file>`)
  return file
}

/** Errors whose message is meant for the operator, and quotes no data. */
const plainErrors = [
  BackupError,
  ConfigError,
  PaymentUnavailableError,
  StoreUnavailableError,
  UnknownCardKeyError,
  UsageError,
]

/** Shows only the name of an unexpected error: its message may quote data. */
function describeFailure(error: unknown): string {
  if (error instanceof DatabaseUrlError || error instanceof StoreOpenError)
    return `DATABASE_URL: ${error.message}`
  if (plainErrors.some((plain) => error instanceof plain)) return (error as Error).message
  return `The command failed: ${error instanceof Error ? error.name : typeof error}`
}
