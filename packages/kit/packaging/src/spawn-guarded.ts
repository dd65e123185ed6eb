import { type ChildProcessWithoutNullStreams, spawn, type SpawnOptionsWithoutStdio } from 'node:child_process'
import process from 'node:process'

/** The system closes the pipe between two processes when one ends, even if it is killed. */
const program = 'process.stdin.once("end", () => process.exit()).resume().unref()'

/**
 * Node arguments that end a program when its parent process ends. The standard input of the program must be a pipe to which
 * nothing is written. `fork` accepts these arguments as `execArgv`.
 */
export const endWithParent: readonly string[] = [
  '--import',
  `data:text/javascript,${encodeURIComponent(program)}`,
]

/** Starts a Node program that ends when this process ends. Tests leave no process behind, even if the runner is killed. */
export function spawnGuarded(
  args: readonly string[],
  options: SpawnOptionsWithoutStdio = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...endWithParent, ...args], options)
}
