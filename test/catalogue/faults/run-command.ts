import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

/**
 * Runs faults of the table in a separate process, because one test runner cannot run inside another. The process always ends
 * with this one. `undetected` contains the lines of the faults that no test detected.
 */
export async function runFaults(...args: readonly string[]) {
  const { PATH, HOME, TMPDIR, XDG_CACHE_HOME } = process.env
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-faults.ts'), ...args], {
    env: { PATH, HOME, TMPDIR, XDG_CACHE_HOME },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [output] = await Promise.all([text(child.stdout as Readable), once(child, 'close')])
  const lines = output.trim().split('\n')
  const undetected = lines.slice(0, -1).filter((line) => !line.includes(' killed: '))
  return { code: child.exitCode, summary: lines.at(-1), undetected }
}
