import { execFile } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, escapeIdentifier } from 'pg'
import { findFreePort } from './find-free-port.ts'
import { guardFolder } from './guard-folder.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { PortTakenError, type Postmaster, runPostmaster } from './run-postmaster.ts'
import { findServerUser, type ServerUser } from './server-user.ts'

/** How a test server is set up. */
export interface PostgresOptions {
  /**
   * Whether the server runs on the settings that PostgreSQL is shipped with, so that a commit waits for the disk as in production; default
   * false: tests are faster without.
   */
  readonly isSynced?: boolean
  /** Whether its log is complete enough for a standby; default false. */
  readonly isReplicable?: boolean
}

/** A real PostgreSQL for tests, on the loopback address, with a data folder of its own. */
export interface TestPostgres {
  readonly port: number
  /** The URL of a database; it need not exist. */
  url(database: string): string
  /** Makes a database, empty or a copy of `template`, which nobody may be connected to; answers its URL. */
  createDatabase(name: string, template?: string): Promise<string>
  /** Drops a database with everybody who is connected to it. */
  dropDatabase(name: string): Promise<void>
  /** Runs statements in a database as its owner, and answers the rows. */
  query(database: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /**
   * How often the server has logged each message of level ERROR or above since it was started last, such as `deadlock detected`. The
   * log may be some milliseconds behind what a client was told.
   */
  readonly errors: ReadonlyMap<string, number>
  /** Starts it again on the same data and port, after `stop` or `kill`. */
  start(): Promise<void>
  /** Ends it in good order. */
  stop(): Promise<void>
  /** Starts it again as a standby, which only reads; it has to be replicable. */
  demote(): Promise<void>
  /** Ends it and its workers with SIGKILL. */
  kill(): Promise<void>
  /** Ends it and removes its data. */
  remove(): Promise<void>
}

const user = 'postgres'
/** With characters that a URL has to escape. */
const password = 'pass/word: secret?'
/** A database that takes encrypted connections only, which this server does not offer. */
const encrypted = 'encrypted'

const accessRules = `
hostssl ${encrypted} all 127.0.0.1/32 scram-sha-256
host    ${encrypted} all 127.0.0.1/32 reject
host    all          all 127.0.0.1/32 scram-sha-256
`

/**
 * Starts a new server. It and its data are gone when this process ends, whether `remove` was called or not.
 */
export async function startPostgres({
  isSynced = false,
  isReplicable = false,
}: PostgresOptions = {}): Promise<TestPostgres> {
  const serverUser = findServerUser()
  const binaries = await findPostgresBinaries(serverUser)
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-postgres-'))
  const dismissGuard = guardFolder(folder)
  const data = await initializeData(folder, binaries, serverUser)
  let port = 0
  let postmaster: Postmaster | undefined
  const run = () =>
    runPostmaster({ postgres: binaries.postgres, user: serverUser, data, port, isSynced, isReplicable })

  while (postmaster === undefined) {
    port = await findFreePort()
    postmaster = await run().catch((error: unknown) => {
      // Between the look and the start another process was faster.
      if (error instanceof PortTakenError) return undefined
      throw error
    })
  }

  const url = (database: string): string =>
    `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`
  const query = async (database: string, text: string) => {
    const client = new Client({ connectionString: url(database) })
    await client.connect()
    try {
      const { rows } = await client.query<Record<string, unknown>>(text)
      return rows
    } finally {
      await client.end()
    }
  }
  const end = async (how: 'stop' | 'kill'): Promise<void> => {
    await postmaster?.[how]()
    postmaster = undefined
  }
  return {
    port,
    url,
    query,
    get errors() {
      return postmaster?.errors ?? new Map()
    },
    async createDatabase(name, template = 'template0') {
      await query(user, `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)}`)
      return url(name)
    },
    async dropDatabase(name) {
      await query(user, `drop database if exists ${escapeIdentifier(name)} with (force)`)
    },
    async start() {
      postmaster ??= await run()
    },
    stop: () => end('stop'),
    async demote() {
      await end('stop')
      writeFileSync(join(data, 'standby.signal'), '')
      postmaster = await run()
    },
    kill: () => end('kill'),
    async remove() {
      await end('kill')
      rmSync(folder, { recursive: true, force: true })
      dismissGuard()
    },
  }
}

/** Makes the data folder, in a folder that holds nothing else. */
async function initializeData(
  folder: string,
  { initdb }: PostgresBinaries,
  serverUser: ServerUser | undefined,
): Promise<string> {
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, password)
  if (serverUser !== undefined) {
    chmodSync(folder, 0o755)
    chownSync(data, serverUser.uid, serverUser.gid)
  }
  const settings = { '-D': data, '--username': user, '--pwfile': passwordFile, '--auth': 'scram-sha-256' }
  await promisify(execFile)(
    initdb,
    // Hashing a password thousands of times protects nothing here, and would be done for each connection.
    [
      ...Object.entries(settings).flat(),
      '--locale=C',
      '--encoding=UTF8',
      '--no-sync',
      '-c',
      'scram_iterations=1',
    ],
    { ...serverUser, cwd: data, env: {} },
  )
  writeFileSync(join(data, 'pg_hba.conf'), accessRules)
  return data
}
