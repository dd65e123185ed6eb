import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import type { Writable } from 'node:stream'

/** The exit code and the complete output of a process. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A running process, and its output so far. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams
  readonly output: { readonly stdout: string; readonly stderr: string }
  /** Rejects if the process could not be started. */
  readonly ended: Promise<Ended>
}

/** The folder, environment and input of a process. */
export interface SpawnSettings {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** The standard input. */
  readonly input?: string
}

/** Starts a process that ends with this one, together with all processes that it has started. */
export function spawnGuarded(
  file: string,
  args: readonly string[],
  { input, ...settings }: SpawnSettings = {},
): Running {
  // The process gets its own group, which the guard can kill as a whole.
  const child = spawn(file, args, { ...settings, detached: true, stdio: 'pipe' })
  const { pid } = child
  if (pid !== undefined) {
    guard().write(`+${pid}\n`)
    child.once('exit', () => guard().write(`-${pid}\n`))
  }
  // A process that reads no input may end before the input is written.
  child.stdin.on('error', () => undefined).end(input)
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, ...output }))
  return { child, output, ended }
}

let pipe: Writable | undefined

/** Returns the pipe to the guard, which detects any end of this process and then kills the remaining groups. */
function guard(): Writable {
  if (pipe !== undefined) return pipe
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts')], {
    // Ctrl+C signals every process in the terminal's group, but the guard must outlive them.
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.unref()
  // In Node, a pipe is a socket. Neither the pipe nor the guard may keep this process alive.
  ;(child.stdin as Writable & { unref(): void }).unref()
  pipe = child.stdin.on('error', () => undefined)
  return pipe
}
