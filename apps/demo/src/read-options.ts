import { parseArgs } from 'node:util'

/** The options of the demo. */
export interface DemoOptions {
  /** A sandbox that runs already; without one the demo starts its own. */
  readonly url: string | undefined
  readonly help: boolean
}

/** The command line cannot be understood: one line that says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The output of `--help`. */
export const usage = `npm run demo [-- --url http://127.0.0.1:3000]

Buys gift cards in a sandbox, step by step, from the session to the barcode of a card.

  --url   a sandbox that runs already (its clock is advanced by a day); without it the demo starts one and stops it again
  --help  this text

Environment: NO_COLOR for no colors; SANDBOX_KEY where the sandbox of --url has one.
Exit code 0: a card was bought. 1: it was not, as one sentence says. 2: the options are wrong.
`

/** Reads the command line; throws a `UsageError` if it cannot be understood. */
export function readOptions(args: readonly string[]): DemoOptions {
  const { url, help } = parse(args)
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new UsageError(`--url must be an address such as http://127.0.0.1:3000, not ${url}`)
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
