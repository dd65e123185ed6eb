import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { spawnGuarded } from '@contract-kit/packaging/spawn-guarded'
import { root } from './documents.ts'

/** The result of one run of a command. */
export interface ContractRun {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs `contract`, or another command of an npm package, in a folder as a separate process. */
export function runContract(
  folder: string,
  args: readonly string[],
  command = 'contract',
): Promise<ContractRun> {
  return end(start(folder, command, args))
}

/** Starts `contract mock` or `contract sandbox` in a folder while `use` runs. Returns the run if it ends before it serves. */
export async function withServer<Result>(
  folder: string,
  verb: 'mock' | 'sandbox',
  use: (url: string) => Promise<Result>,
): Promise<Result | ContractRun> {
  const child = start(folder, 'contract', [verb, '--port', '0', '--json'])
  const ended = end(child)
  const firstLine = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>
  const first = await Promise.race([firstLine, ended])
  if (!Array.isArray(first)) return first
  try {
    return await use((JSON.parse(first[0]) as { readonly url: string }).url)
  } finally {
    child.kill()
    await ended
  }
}

const start = (cwd: string, command: string, args: readonly string[]): ChildProcessWithoutNullStreams =>
  spawnGuarded([join(root, 'node_modules/.bin', command), ...args], { cwd })

async function end(child: ChildProcessWithoutNullStreams): Promise<ContractRun> {
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output.stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output.stderr += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  return { exitCode: code ?? 137, ...output }
}
