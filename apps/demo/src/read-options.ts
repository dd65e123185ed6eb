import { parseArgs } from 'node:util'

/** The options of the demo. */
export interface DemoOptions {
  /** The URL of a running sandbox; without one the demo starts its own. */
  readonly url: string | undefined
  readonly help: boolean
}

/** The command line is invalid. The message is one line with the reason. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The output of `--help`. */
export const usage = `npm run demo [-- --url http://127.0.0.1:3000]

Buys gift cards in a sandbox, step by step, from the session to the barcode of a card.

  --url   use a running sandbox and move its clock forward by a day; by default, the demo starts a sandbox and stops it at the end
  --help  show this text

Environment: NO_COLOR turns colors off. SANDBOX_KEY is the key of the sandbox at --url, if it has one.
Exit codes: 0 done, 1 failed with a message, 2 wrong options.
`

/** Reads the command line; throws a `UsageError` if it is invalid. */
export function readOptions(args: readonly string[]): DemoOptions {
  const { url, help } = parse(args)
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new UsageError(`--url must be a URL such as http://127.0.0.1:3000, not ${url}`)
  }
  return { url, help }
}

function parse(args: readonly string[]) {
  const options = { url: { type: 'string' }, help: { type: 'boolean', default: false } } as const
  try {
    return { url: undefined, ...parseArgs({ args: [...args], options }).values }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
