import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, Socket } from 'node:net'
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { PostgresPrograms } from './postgres-programs.ts'

/** The options of a server. */
interface PostmasterOptions {
  readonly programs: PostgresPrograms
  readonly data: string
  readonly port: number
  readonly isSynced: boolean
  readonly isReplicable: boolean
}

/** A server that accepts connections. */
export interface Postmaster {
  /** The number of times it has logged each message of level ERROR or above, without the values of the statement. */
  readonly errors: ReadonlyMap<string, number>
  /** Shuts it down and drops every connection. */
  stop(): Promise<void>
  /** Kills it and all its workers, as a crash does. */
  kill(): Promise<void>
}

/** Another process uses the port. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError'
}

/** Settings that save time and memory in a short-lived server. None affects locking, failures or timeouts of transactions. */
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
  const { programs, data, port, isSynced, isReplicable } = options
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...(isSynced ? {} : cheapSettings),
    // No replica reads the log unless a test asks for one.
    ...(isSynced || isReplicable ? {} : { wal_level: 'minimal', max_wal_senders: '0' }),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(programs.postgres, ['-D', data, ...flags], {
    ...programs.user,
    cwd: data,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // All workers write to the same pipe, so it closes with the last of them. Until then their shared memory is in use, and no
  // server can start on the data.
  const closed = once(child, 'close')
  const errors = new Map<string, number>()
  await new Promise<void>((resolve, reject) => {
    const start: string[] = []
    // Drain the pipe: a full pipe would block the server.
    createInterface(child.stderr).on('line', (line) => {
      const [, message] = /\[\d+\] (?:ERROR|FATAL|PANIC): {2}(.*)/.exec(line) ?? []
      if (message !== undefined) errors.set(message, (errors.get(message) ?? 0) + 1)
      // A standby only reads.
      if (/database system is ready to accept (?:read-only )?connections/.test(line)) resolve()
      // Keep the last 100 lines: clients that connect too early can log any number.
      if (start.push(line) > 100) start.shift()
    })
    child.once('error', reject)
    child.once('close', () => {
      const log = start.join('\n')
      reject(
        /Address already in use/.test(log)
          ? new PortTakenError('The port is in use')
          : new Error(`PostgreSQL does not start: ${log}`),
      )
    })
  })
  // A running server must not keep the test process alive; see `guardFolder`.
  child.unref()
  if (child.stderr instanceof Socket) child.stderr.unref()

  const end = async (send: () => void): Promise<void> => {
    child.ref()
    if (child.stderr instanceof Socket) child.stderr.ref()
    if (child.exitCode === null && child.signalCode === null) send()
    await closed
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

/** Returns a free port of the loopback address. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port')
  return address.port
}

/** Empty if the system has no `/proc`: workers then exit by themselves when they notice that the server has ended. */
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
    // The process has already ended.
  }
}
