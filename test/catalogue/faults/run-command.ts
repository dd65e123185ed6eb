import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'

/** How a command of this folder ended, and what it wrote. */
export interface CommandReport {
  readonly code: number | null
  readonly lines: readonly string[]
}

/** Runs a command in a process of its own: it has a test runner inside, and one cannot be inside another. */
export async function runCommand(name: string, ...args: readonly string[]): Promise<CommandReport> {
  const { PATH, HOME, TMPDIR, XDG_CACHE_HOME } = process.env
  const child = spawn(process.execPath, [join(import.meta.dirname, name), ...args], {
    env: { PATH, HOME, TMPDIR, XDG_CACHE_HOME },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { code: child.exitCode, lines: output.trim().split('\n') }
}

/** Runs faults of the table; `unnoticed` are the lines of those that no test has noticed. */
export async function runFaults(...args: readonly string[]) {
  const { code, lines } = await runCommand('run-faults.ts', ...args)
  const unnoticed = lines.slice(0, -1).filter((line) => !line.includes(' killed: '))
  return { code, summary: lines.at(-1), unnoticed }
}
