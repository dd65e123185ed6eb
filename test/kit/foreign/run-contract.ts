import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { root } from './documents.ts'

/** The result of one run of the command line. */
export interface ContractRun {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

const contract = join(root, 'node_modules/.bin/contract')

/** Milliseconds after which a command is ended; it then counts as failed. */
const limitMs = 120_000

/** Runs `contract` in a folder, as a process of its own. */
export async function runContract(folder: string, args: readonly string[]): Promise<ContractRun> {
  const child = start(folder, args)
  const output = collectOutput(child)
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return { exitCode: code ?? 137, ...output }
}

/** A mock that runs until it is closed. */
export interface RunningMock {
  readonly url: string
  close(): Promise<void>
}

/** Starts `contract mock` in a folder; resolves with the run where it ends before it serves. */
export async function startContractMock(folder: string): Promise<RunningMock | ContractRun> {
  const child = start(folder, ['mock', '--port', '0', '--json'])
  const output = collectOutput(child)
  const closed = once(child, 'close') as Promise<[number | null]>
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
  const url = await firstUrl(child)
  clearTimeout(timer)
  if (url === undefined) {
    const [code] = await closed
    return { exitCode: code ?? 137, ...output }
  }
  return {
    url,
    async close() {
      child.kill('SIGTERM')
      await closed
    },
  }
}

function start(folder: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [contract, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
}

function collectOutput(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output.stdout += chunk))
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (output.stderr += chunk))
  return output
}

async function firstUrl({ stdout }: ChildProcess): Promise<string | undefined> {
  if (stdout === null) return undefined
  for await (const line of createInterface({ input: stdout })) {
    const { url } = JSON.parse(line) as { readonly url?: string }
    return url
  }
  return undefined
}
