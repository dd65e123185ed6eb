import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import type { ServerUser } from './server-user.ts'

/** What a server is started with. */
export interface PostmasterOptions {
  readonly postgres: string
  readonly user: ServerUser | undefined
  readonly data: string
  readonly port: number
  readonly isSynced: boolean
  readonly isReplicable: boolean
}

/** A server that accepts connections. */
export interface Postmaster {
  /** How often it has logged each message of level ERROR or above, without the values of the statement. */
  readonly errors: ReadonlyMap<string, number>
  /** Ends it in good order, and drops every connection. */
  stop(): Promise<void>
  /** Ends it and all its workers at once, as a crash does. */
  kill(): Promise<void>
}

/** The port is taken by somebody else. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError'
}

/**
 * They save time and memory in a server of minutes. None of them decides which transaction waits for which, which one fails, or
 * after how long: in that every test server is as PostgreSQL is shipped.
 */
const cheapSettings = {
  shared_buffers: '32MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  io_method: 'sync',
}

/** Starts the server of a data folder, and resolves when it accepts connections. */
export async function runPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { postgres, user, data, port, isSynced, isReplicable } = options
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...(isSynced ? {} : cheapSettings),
    // No replica reads the log unless a test asks for one.
    ...(isSynced || isReplicable ? {} : { wal_level: 'minimal', max_wal_senders: '0' }),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(postgres, ['-D', data, ...flags], {
    ...user,
    cwd: data,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  const errors = countErrors(child)
  await untilReady(child)
  // A server that was left running does not keep the tests from ending; see guard-folder.ts.
  child.unref()
  if ('unref' in child.stderr && typeof child.stderr.unref === 'function') child.stderr.unref()

  const end = async (send: () => void): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.ref()
    send()
    await exited
  }
  return {
    errors,
    // "Fast shutdown" (PostgreSQL documentation, Shutting Down the Server).
    stop: () => end(() => child.kill('SIGINT')),
    kill: () =>
      end(() => {
        const workers = childrenOf(child.pid)
        child.kill('SIGKILL')
        for (const pid of workers) killIfThere(pid)
      }),
  }
}

/** Reads on after it is ready: a full pipe would stop the server. */
function untilReady(child: ChildProcess): Promise<void> {
  let log = ''
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // The end of it: callers that come too early fill any beginning with their refusals.
      log = (log + text).slice(-10_000)
      if (/database system is ready to accept (?:read-only )?connections/.test(log)) resolve()
    })
    child.once('close', () => {
      reject(
        /Address already in use/.test(log)
          ? new PortTakenError('The port is in use')
          : new Error(`PostgreSQL does not start: ${log}`),
      )
    })
  })
}

/** Counts the errors in the log of a server, by message. */
function countErrors(child: ChildProcess): ReadonlyMap<string, number> {
  const errors = new Map<string, number>()
  let rest = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, message] = /\[\d+\] (?:ERROR|FATAL|PANIC): {2}(.*)/.exec(line) ?? []
      if (message !== undefined) errors.set(message, (errors.get(message) ?? 0) + 1)
    }
  })
  return errors
}

/** Where the system does not tell, none: workers end by themselves when they see that the server is gone. */
function childrenOf(pid: number | undefined): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text.trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended first.
  }
}
