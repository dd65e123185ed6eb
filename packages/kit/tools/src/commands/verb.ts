import type { Command } from 'commander'
import { InputError } from '../input-error.ts'

/** Where a command reads and writes. */
export interface Terminal {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean | undefined }
}

/** The result of a verb. */
export interface VerbResult {
  /** `false` exits with 1. */
  readonly passed: boolean
  /** The human-readable output. */
  readonly text: string
  /** The machine-readable output, printed instead of the text with `--json`. */
  readonly data: unknown
}

/** Options that every verb has. */
export interface SharedOptions {
  readonly config?: string
  readonly json?: boolean
}

/** A command line and its exit code. */
export interface CommandLine {
  readonly program: Command
  readonly terminal: Terminal
  /** 0: success. 1: findings. 2: invalid input. */
  exitCode: number
}

/** The entry of a verb in the command list. */
export interface VerbSummary {
  /** With arguments: `bundle [documents...]`. */
  readonly usage: string
  readonly summary: string
}

export interface VerbDescription<Options> {
  /** A realistic command line. */
  readonly example: string
  /** Adds the options of this verb. */
  readonly options?: (command: Command) => Command
  readonly run: (
    names: readonly string[],
    options: Options & SharedOptions,
    context: VerbContext,
  ) => Promise<VerbResult>
}

export interface VerbContext {
  readonly terminal: Terminal
  /** Reports progress on stderr. */
  progress(text: string): void
}

/** Adds a verb with `--config`, `--json`, an example in its help, and the exit codes of all verbs; without a description, for the list. */
export function addVerb<Options>(
  line: CommandLine,
  { usage, summary }: VerbSummary,
  verb?: VerbDescription<Options>,
): void {
  const command = line.program
    .command(usage)
    .summary(summary)
    .description(`${summary}.`)
    .option(
      '-c, --config <file>',
      'configuration file; default: contract.config.{ts,js,mjs,json} in this folder',
    )
    .option('--json', 'print the result as JSON')
  if (verb === undefined) return
  command.addHelpText('after', `\nExample:\n  ${verb.example}\n\n${exitCodes}`)
  verb.options?.(command)
  command.action(async (...given: unknown[]) => {
    const options = command.opts<Options & SharedOptions>()
    const [names] = given
    const { terminal } = line
    const context: VerbContext = {
      terminal,
      progress: (text) => void terminal.stderr.write(`${text}\n`),
    }
    const result = await verb.run(toNames(names), options, context)
    terminal.stdout.write(options.json === true ? `${JSON.stringify(result.data, null, 2)}\n` : result.text)
    line.exitCode = result.passed ? 0 : 1
  })
}

const exitCodes = `Exit codes:
  0   success, no findings
  1   findings
  2   wrong input; stderr says what to change
  70  a bug in contract`

function toNames(given: unknown): readonly string[] {
  if (Array.isArray(given)) return given.map(String)
  return typeof given === 'string' ? [given] : []
}

/** Parses an integer option. */
export function toWholeNumber(name: string, largest: number): (value: string) => number {
  return (value) => {
    if (!/^\d{1,9}$/.test(value) || Number(value) > largest)
      throw new InputError(`${name} must be a whole number up to ${largest}, not "${value}".`)
    return Number(value)
  }
}

/** Parses an option with fixed values. */
export function toChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
): (value: string) => Choice {
  return (value) => {
    const choice = choices.find((one) => one === value)
    if (choice === undefined)
      throw new InputError(`${name} must be one of ${choices.join(', ')}, not "${value}".`)
    return choice
  }
}
