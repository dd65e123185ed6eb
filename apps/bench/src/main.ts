import process from 'node:process'
import { readOptions } from './options/read-options.ts'
import { usage } from './options/usage.ts'
import { UsageError } from './options/usage-error.ts'

// Ending this way clears up; what it has started ends with it.
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
    // What measures takes a second to load, which help and mistakes need not wait for.
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

/** What failed, and why, one line each. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const reason = error.cause === undefined ? '' : `\n${describe(error.cause)}`
  return `${error.message}${reason}`
}
