import process from 'node:process'
import {
  Command,
  CommanderError,
  type CommandUnknownOpts,
  InvalidArgumentError,
} from '@commander-js/extra-typings'
import { PaymentUnavailableError, StoreUnavailableError } from '@giftcards/marketplace'
import { DatabaseUrlError, maskDatabaseUrl, parseDatabaseUrl, StoreOpenError } from '@giftcards/storage'
import { BackupError } from '@giftcards/storage/maintenance'
import { UnknownCardKeyError } from '../auth/card-vault.ts'
import { ConfigError, readDatabaseUrl } from '../config.ts'

/** The arguments cannot be combined. The message lists the valid ones, and quotes no value. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The program of one script of `package.json`. `example` is the text that follows `npm run <name>`. */
export function createProgram(name: string, about: string, example: string): Command {
  return new Command(`npm run ${name} --`)
    .description(about)
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', `\nExample: npm run ${name}${example}`)
    .addHelpText(
      'afterAll',
      '\nExit codes: 0 done; 1 rejected, not found, or problems found; 2 the command cannot run.',
    )
    .configureOutput({
      writeOut: (text) => void process.stdout.write(text),
      writeErr: (text) => void process.stderr.write(text),
      // `runProgram` prints the error, on one line.
      outputError: () => undefined,
    })
    .exitOverride()
}

/**
 * Runs a program on the arguments of the process. The exit code is the one set by its action, or 0. If the command cannot run, it
 * is 2, with one line on standard error.
 */
export async function runProgram(program: CommandUnknownOpts): Promise<void> {
  const words = process.argv.slice(2)
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return
    process.exitCode = 2
    if (error instanceof CommanderError && error.code === 'commander.help') return
    process.stderr.write(
      `${error instanceof CommanderError ? describeUsage(error, program, words) : describeFailure(error)}\n`,
    )
  }
}

/** Returns the reason and a pointer to more help. Does not quote values, which may be misplaced secrets. */
function describeUsage(
  { message }: CommanderError,
  program: CommandUnknownOpts,
  words: readonly string[],
): string {
  const reason = message
    .replace(/^error: (?:command-argument )?/, '')
    .replace(/^(unknown option '[^=']+)=[^]*'/, "$1'")
    .replace(/( but got \d+): [^]*$/, '$1')
    .replace(/\.?\n\((Did you mean [^]*)\?\)/, ' ($1?)')
  const path = [program.name()]
  let commands = program.commands
  for (const word of words) {
    const named = commands.find((command) => command.name() === word)
    if (named === undefined) continue
    path.push(word)
    ;({ commands } = named)
  }
  return `${reason.replace(/\.$/, '')}; see ${path.join(' ')} --help`
}

/** Prints the result of a command. The exit code is 0, or 1 if a problem was found. */
export function printResult(text: string, isGood = true): void {
  process.stdout.write(`${text}\n`)
  process.exitCode = isGood ? 0 : 1
}

/** Reports the progress of a command on standard error. Standard output has only the result. */
export function showProgress(step: string): void {
  process.stderr.write(`${step}\n`)
}

/** The name of a file, as an argument. A name that looks like an option is most likely a mistake. */
export function toFileName(name: string): string {
  if (name.startsWith('-')) throw new InvalidArgumentError("It must not begin with '-'.")
  return name
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
