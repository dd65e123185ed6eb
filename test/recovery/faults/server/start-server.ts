import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'

/** The options of a server start. */
export interface ServerOptions {
  readonly databaseUrl: string
  readonly gatewayUrl: string
  /** How far the process's own clock is ahead. */
  readonly dateShiftMs: number
}

/** A real server in its own process. */
export interface FaultyServer {
  readonly url: string
  readonly pid: number
  /** Time from the start of the process until `/readyz` succeeded. */
  readonly startMs: number
  /** The log lines at level error, and all other output. */
  readonly output: string
  readonly isRunning: boolean
  isReady(): Promise<boolean>
  /** Shifts the process's own clock. Resolves when the shift is done. */
  shiftDate(ms: number): Promise<void>
  /** Sends a signal and waits until the process has ended. Returns the exit code. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

type Message = { readonly kind: 'listening'; readonly url: string } | { readonly kind: 'shifted' }

const compileCache = join(import.meta.dirname, '../../../../node_modules/.cache/node')

/** Starts a server and resolves when it is ready. */
export async function startServer(options: ServerOptions): Promise<FaultyServer> {
  const began = performance.now()
  const child = fork(join(import.meta.dirname, 'server-process.ts'), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ['--import', join(import.meta.dirname, 'shift-date.ts')],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCache,
      DATABASE_URL: options.databaseUrl,
      GATEWAY_URL: options.gatewayUrl,
      PORT: '0',
      DATE_SHIFT_MS: String(options.dateShiftMs),
      RATE_LIMIT_PER_MINUTE: '0',
      TOKEN_TTL_SECONDS: '86400',
      LOG_LEVEL: 'error',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if (message.kind === 'listening') resolve(message.url)
    })
    child.once('close', () => reject(new Error(`The server ended: ${output}`)))
  })
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  const isReady = async (): Promise<boolean> => {
    const answer = await fetch(`${url}/readyz`)
    await answer.text()
    return answer.status === 200
  }
  if (!(await isReady())) throw new Error('A server that has just started is not ready')
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - began,
    get output() {
      return output
    },
    get isRunning() {
      return isRunning()
    },
    isReady,
    async shiftDate(shiftMs) {
      const shifted = new Promise<void>((resolve) => {
        const hear = (message: Message): void => {
          if (message.kind !== 'shifted') return
          child.off('message', hear)
          resolve()
        }
        child.on('message', hear)
      })
      child.send({ shiftMs })
      await shifted
    },
    async end(signal) {
      if (!isRunning()) return child.exitCode
      child.kill(signal)
      await exited
      return child.exitCode
    },
  }
}
