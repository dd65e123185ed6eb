import process from 'node:process'
import { readOptions } from './options/read-options.ts'
import { usage } from './options/usage.ts'
import { UsageError } from './options/usage-error.ts'

// Exits in a way that cleans up: all child processes end with this one.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

process.exitCode = await main()

async function main(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2))
    if (options.help) {
      process.stdout.write(usage)
      return 0
    }
    // The measuring modules take a second to load. Help and mistakes need not wait for them.
    const { runBench } = await import('./run-bench.ts')
    await runBench(options)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${usage}`)
      return 2
    }
    process.stderr.write(`\n${describe(error)}\n`)
    return 1
  }
}

/** The failures and their reasons, one line each. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const reason = error.cause === undefined ? '' : `\n${describe(error.cause)}`
  return `${error.message}${reason}`
}
