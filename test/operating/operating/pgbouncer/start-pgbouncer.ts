import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { findFreePort } from '@giftcards/test-harness/process'

/** A PgBouncer that is running. */
export interface PgBouncer {
  /** The URL of the database behind it. */
  readonly url: string
  /** Its log so far. */
  readonly log: string
  stop(): Promise<void>
}

/** The settings that the guide tells an operator to make. */
export interface PgBouncerSettings {
  /** Connections to PostgreSQL at most. */
  readonly poolSize: number
  readonly ignoredParameters: readonly string[]
}

const binary = process.env['PGBOUNCER'] ?? 'pgbouncer'

/** The version that is installed, as numbers; `undefined` if none is. */
export function findPgBouncer(): readonly [major: number, minor: number] | undefined {
  const { stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' })
  const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? []
  return major === undefined ? undefined : [Number(major), Number(minor)]
}

/** Starts one in transaction mode before the database of a URL. */
export async function startPgBouncer(
  databaseUrl: string,
  { poolSize, ignoredParameters }: PgBouncerSettings,
): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-pgbouncer-'))
  const port = await findFreePort()
  const { hostname, port: behind, pathname, username, password } = new URL(databaseUrl)
  const secret = decodeURIComponent(password)
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${secret}"\n`)
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'transaction',
    default_pool_size: poolSize,
    max_client_conn: 200,
    max_prepared_statements: 200,
    ignore_startup_parameters: ignoredParameters.join(','),
  }
  const file = join(folder, 'pgbouncer.ini')
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const database = `${pathname.slice(1)} = host=${hostname} port=${behind}`
  writeFileSync(file, `[databases]\n${database}\n[pgbouncer]\n${lines.join('\n')}\n`)
  // It refuses to run as root, so the user that it becomes has to read both.
  const isRoot = process.getuid?.() === 0
  chmodSync(folder, 0o755)
  const child = spawn(binary, [...(isRoot ? ['--user', 'nobody'] : []), file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  const exited = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (/process up/.test(log)) resolve()
    })
    child.once('exit', () => reject(new Error(`PgBouncer ended: ${log}`)))
  })
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    get log() {
      return log
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
