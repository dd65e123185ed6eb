import { type ChildProcessWithoutNullStreams, spawn, type SpawnOptionsWithoutStdio } from 'node:child_process'
import process from 'node:process'

/** The system closes the pipe between two processes when one ends, even if it is killed. */
const program = 'process.stdin.once("end", () => process.exit()).resume().unref()'

/**
 * Arguments of Node that end a program with the process that started it. The standard input of the program must be a pipe, to
 * which nothing is written. `fork` takes them as `execArgv`.
 */
export const endWithParent: readonly string[] = [
  '--import',
  `data:text/javascript,${encodeURIComponent(program)}`,
]

/** Starts a Node program that ends with this process: a test leaves no process behind, even if its runner is killed. */
export function spawnGuarded(
  args: readonly string[],
  options: SpawnOptionsWithoutStdio = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...endWithParent, ...args], options)
}
