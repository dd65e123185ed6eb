import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import type { Writable } from 'node:stream'

/** How a process ended, and everything it wrote. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A process that runs, and what it has written so far. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams
  readonly output: { readonly stdout: string; readonly stderr: string }
  /** Rejects if it could not be started. */
  readonly ended: Promise<Ended>
}

/** Where and with what a process starts. */
export interface SpawnSettings {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** Its standard input. */
  readonly input?: string
}

/** Starts a process that ends with this one, with all processes that it has started itself. */
export function spawnGuarded(
  file: string,
  args: readonly string[],
  { input, ...settings }: SpawnSettings = {},
): Running {
  // A group of its own, which the guard can end as a whole.
  const child = spawn(file, args, { ...settings, detached: true, stdio: 'pipe' })
  const { pid } = child
  if (pid !== undefined) {
    guard().write(`+${pid}\n`)
    child.once('exit', () => guard().write(`-${pid}\n`))
  }
  // A process that reads nothing may end before it takes its input.
  child.stdin.on('error', () => undefined).end(input)
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, ...output }))
  return { child, output, ended }
}

let pipe: Writable | undefined

/** The pipe to the guard of this process: however this process ends, its guard notices and kills what is left. */
function guard(): Writable {
  if (pipe !== undefined) return pipe
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts')], {
    // Ctrl+C reaches every process of the terminal's group, which the guard must outlive.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.unref()
  // A pipe is a socket of Node; neither it nor the guard may keep this process alive.
  ;(child.stdin as Writable & { unref(): void }).unref()
  pipe = child.stdin.on('error', () => undefined)
  return pipe
}
