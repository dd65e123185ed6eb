import process from 'node:process'
import { pino } from 'pino'

/** Where log lines go. */
export interface LogDestination {
  /** Takes one line. */
  write(line: string): void
  /** Writes out what it still holds. */
  flush?(): void
}

/** More is written at once; the library writes 16 KiB at a time. */
const bufferBytes = 16_000

const heldMs = 10

let opened: LogDestination | undefined

/**
 * Standard output, where lines are held for a hundredth of a second and written together: a write for each would cost as
 * much as a tenth of a request (decision 0020). A process that ends by itself writes out the rest.
 */
export function openStandardOutput(): LogDestination {
  return (opened ??= createHeldOutput())
}

function createHeldOutput(): LogDestination {
  const output = pino.destination({ dest: 1, sync: true, minLength: bufferBytes })
  let isDue = false
  const flush = (): void => {
    isDue = false
    output.flushSync()
  }
  process.once('exit', flush)
  return {
    write(line) {
      output.write(line)
      if (isDue) return
      isDue = true
      setTimeout(flush, heldMs).unref()
    },
    flush,
  }
}
