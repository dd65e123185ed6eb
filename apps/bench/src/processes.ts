import { fork } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The resources that a process has used since it started. */
export interface Usage {
  /** CPU time, user and system. */
  readonly cpuUs: number
  /** Resident memory now. */
  readonly rssBytes: number
}

/** A server in its own process. */
export interface RunningServer {
  readonly url: string
  /** Resolves once the process is idle, so that work after the last response counts, such as the delivery of an order. */
  usage(): Promise<Usage>
  stop(): Promise<void>
}

/** How to start a process. It inherits only `PATH` from this environment. */
export interface Program {
  readonly file: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const preload = import.meta.resolve('./in-child.ts')

/** The file of a module of this folder, or of another package. */
export const fileOf = (specifier: string): string => fileURLToPath(import.meta.resolve(specifier))

/** Starts a server, and waits until its output says where it listens. */
export async function startServer({ file, args = [], env = {} }: Program): Promise<RunningServer> {
  const child = fork(file, [...args], {
    execArgv: ['--import', preload],
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const closed = once(child, 'close').then(() => new Error(`${file} has ended:\n${output}`))
  const listening = new Promise<string>((resolve) => {
    // Drain both, because a full pipe would block the server.
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-2000)
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
        if (url !== undefined) resolve(url)
      })
  })
  const url = await orFail(listening, closed)
  const ask = async (): Promise<Usage> => {
    const reported = once(child, 'message')
    child.send('usage')
    const [usage] = await orFail(reported, closed)
    return usage as Usage
  }
  return {
    url,
    async usage() {
      for (let before = await ask(); ;) {
        await wait(100)
        const now = await ask()
        // A fiftieth of a core, for timers and this measurement.
        if (now.cpuUs - before.cpuUs < 2000) return now
        before = now
      }
    },
    async stop() {
      child.kill()
      await closed
    },
  }
}

async function orFail<Value>(value: Promise<Value>, closed: Promise<Error>): Promise<Value> {
  const first = await Promise.race([value, closed])
  if (first instanceof Error) throw first
  return first
}
