import process from 'node:process'
import type { ParseArgsOptionsConfig } from 'node:util'
import { PaymentUnavailableError, StoreUnavailableError } from '@giftcards/marketplace'
import {
  DatabaseUrlError,
  maskDatabaseUrl,
  openStore,
  parseDatabaseUrl,
  StoreOpenError,
  type Upkeep,
} from '@giftcards/storage'
import { BackupError } from '@giftcards/storage/upkeep'
import { UnknownCardKeyError } from '../auth/card-vault.ts'
import { ConfigError, readDatabaseUrl } from '../config.ts'
import { readArguments, type Usage, UsageError } from './read-arguments.ts'

/** The last line of a command, and whether it found everything in order. */
export interface CommandResult {
  readonly text: string
  readonly isGood: boolean
}

/** The arguments of a command. */
type Given<Options extends ParseArgsOptionsConfig> = NonNullable<ReturnType<typeof readArguments<Options>>>

/** Runs a command without verbs, or prints its help. */
export async function runCommand<const Options extends ParseArgsOptionsConfig>(
  usage: Usage<Options>,
  work: (given: Given<Options>) => Promise<CommandResult>,
): Promise<void> {
  await printResult(async () => {
    const given = readArguments(usage)
    return given === undefined ? { text: usage.help, isGood: true } : work(given)
  })
}

/**
 * Prints the result of a command. The exit code is 0, or 1 if something is not in order. It is 2, with one line, if the command
 * cannot run.
 */
export async function printResult(work: () => Promise<CommandResult>): Promise<void> {
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

/**
 * The database of a command that writes. Prints its name on standard error: without `DATABASE_URL` it is the database of a
 * sandbox.
 */
export function readDatabaseToWrite(): string {
  const url = readDatabaseUrl(process.env)
  // A URL of any other form could hold a password that is not masked.
  parseDatabaseUrl(url)
  const isSet = Boolean(process.env['DATABASE_URL']?.trim())
  showProgress(`Database: ${maskDatabaseUrl(url)}${isSet ? '' : ', since DATABASE_URL is not set'}`)
  return url
}

/** Reports the progress of a command on standard error. Standard output holds the result alone. */
export function showProgress(step: string): void {
  process.stderr.write(`${step}\n`)
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
