import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../../generate/cli.ts', import.meta.url))

/** Runs `contract-client` and returns what it printed and its exit code. */
export function run(args: readonly string[]): { readonly output: string; readonly exitCode: number } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' })
  return { output: `${stdout}${stderr}`, exitCode: status ?? -1 }
}
