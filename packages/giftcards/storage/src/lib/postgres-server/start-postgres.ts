import { execFile, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { Client, escapeIdentifier } from 'pg'
import { findPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts'
import { findFreePort, PortTakenError, type Postmaster, runPostmaster } from './run-postmaster.ts'

/** The options of a test server. */
export interface PostgresOptions {
  /**
   * Whether the server has the default settings of PostgreSQL, so that a commit waits for the disk as in production. Default:
   * false, which is faster.
   */
  readonly isSynced?: boolean
  /** Whether its log is complete enough for a standby. Default: false. */
  readonly isReplicable?: boolean
}

/** A real PostgreSQL for tests, on the loopback address, with a data folder of its own. */
export interface TestPostgres {
  readonly port: number
  /** The URL of a database; it need not exist. */
  url(database: string): string
  /** Creates a database, empty or a copy of `template`, which must have no connections. Returns its URL. */
  createDatabase(name: string, template?: string): Promise<string>
  /** Drops a database and closes all its connections. */
  dropDatabase(name: string): Promise<void>
  /** Runs statements in a database as its owner, and returns the rows. */
  query(database: string, text: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /**
   * How often the server has logged each message of level ERROR or above since its last start, such as `deadlock detected`. The
   * log may lag some milliseconds behind the responses.
   */
  readonly errors: ReadonlyMap<string, number>
  /** Starts it again on the same data and port, after `stop` or `kill`. */
  start(): Promise<void>
  /** Shuts it down. */
  stop(): Promise<void>
  /** Starts it again as a standby, which only reads. Requires `isReplicable`. */
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

/** Starts a new server. It and its data are removed when this process ends, even without `remove`. */
export async function startPostgres({
  isSynced = false,
  isReplicable = false,
}: PostgresOptions = {}): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-postgres-'))
  const dismissGuard = guardFolder(folder)
  const programs = await findPostgresPrograms(join(folder, 'programs'))
  const data = await initializeData(folder, programs)
  let port = 0
  let postmaster: Postmaster | undefined
  const run = () => runPostmaster({ programs, data, port, isSynced, isReplicable })

  while (postmaster === undefined) {
    port = await findFreePort()
    postmaster = await run().catch((error: unknown) => {
      // Another process has taken the port meanwhile.
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
      // Copying files is faster than writing each page to the log, because no commit waits for the disk.
      const copied = `template ${escapeIdentifier(template)} strategy file_copy`
      await query(user, `create database ${escapeIdentifier(name)} ${copied}`)
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

/** Creates the data folder. */
async function initializeData(folder: string, { initdb, user: owner }: PostgresPrograms): Promise<string> {
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, password)
  if (owner !== undefined) {
    chmodSync(folder, 0o755)
    chownSync(data, owner.uid, owner.gid)
  }
  const login = ['--username', user, '--pwfile', passwordFile, '--auth', 'scram-sha-256']
  // Hashing a password thousands of times protects nothing here, and would be done for each connection.
  const cheap = ['--no-sync', '-c', 'scram_iterations=1']
  await promisify(execFile)(initdb, ['-D', data, ...login, '--locale=C', '--encoding=UTF8', ...cheap], {
    ...owner,
    cwd: data,
    env: {},
  })
  writeFileSync(join(data, 'pg_hba.conf'), accessRules)
  return data
}

/**
 * Waits for the test process to end, however it does; then kills the server and removes its folder. The system closes the pipe
 * with the process.
 */
const guard = `
cat > /dev/null
[ -d "$1" ] || exit 0
kill -9 "$(head -n 1 "$1/data/postmaster.pid")" 2> /dev/null
until rm -rf "$1" 2> /dev/null; do :; done
`

/** Ensures that no server and no folder is left behind. Returns a function to call after both were removed. */
function guardFolder(folder: string): () => void {
  const child = spawn('sh', ['-c', guard, 'guard', folder], {
    env: { PATH: process.env['PATH'] },
    stdio: ['pipe', 'ignore', 'ignore'],
    // An interrupt from the keyboard goes to the whole group, and must not end the guard first.
    detached: true,
  })
  child.unref()
  const { stdin } = child
  if (stdin instanceof Socket) stdin.unref()
  return () => {
    stdin.end()
  }
}
