import process from 'node:process'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** The arguments cannot be used. The message says which are valid. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** How a command without verbs is used. */
export interface Usage<Options extends ParseArgsOptionsConfig> {
  /** Its script, such as `backup`. */
  readonly name: string
  /** The output of `--help`: the usage, and an example. */
  readonly help: string
  readonly options: Options
  /** Whether it takes the name of a file, and whether that may be left out. */
  readonly file: 'none' | 'optional' | 'required'
}

/**
 * Reads the arguments of a command without verbs; `undefined` for a request for help. Throws `UsageError` with one sentence.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(usage: Usage<Options>) {
  const words = process.argv.slice(2)
  if (words.includes('--help')) return undefined
  const { values, positionals } = parseWords(words, usage.options, `; see npm run ${usage.name} -- --help`)
  return { values, file: readFile(usage, positionals) }
}

/** The name of the file; empty if it may be left out and was. */
function readFile(
  { name, file }: Pick<Usage<ParseArgsOptionsConfig>, 'name' | 'file'>,
  [given = '', ...more]: readonly string[],
): string {
  if (file === 'none') {
    if (given !== '') throw new UsageError(`Unexpected argument '${given}'; see npm run ${name} -- --help`)
    return given
  }
  if (more.length > 0 || (given === '' && file === 'required'))
    throw new UsageError(`Name one file: npm run ${name} -- <file>`)
  if (given.startsWith('-')) throw new UsageError(`The name of a file must not begin with '-': '${given}'`)
  return given
}

/** Marks a negative number, which `parseArgs` would take for an option. No argument of a process can hold it. */
const mark = '\0'
const unmark = <Value>(value: Value): Value | string =>
  typeof value === 'string' ? value.replace(mark, '') : value

/** Reads a command line by its options. Throws `UsageError` with the reason and `hint` where it cannot be read. */
export function parseWords<const Options extends ParseArgsOptionsConfig>(
  words: readonly string[],
  options: Options,
  hint: string,
) {
  const args = words.map((word) => word.replace(/^(?=-\d)/, mark))
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    return {
      values: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, unmark(value)]),
      ) as typeof values,
      positionals: positionals.map((word) => unmark(word)),
    }
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split(/\.(?:\s|$)/) : []
    throw new UsageError(reason.replaceAll(mark, '') + hint)
  }
}
