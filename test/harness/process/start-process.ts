import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { migrateDatabase } from '@giftcards/storage/maintenance'
import { type Ended, type Running, spawnGuarded } from './spawn-guarded.ts'

/** A server in a separate process, started as by `npm start`. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  /** The output so far. */
  readonly stdout: string
  /** Closes the pipe that receives its log, like a log collector that crashes. */
  stopReading(): void
  /** Sends a signal, by default `SIGTERM`, and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<Ended>
}

/** Read like the environment of `npm start`. Of the tests' own environment, only `PATH` is passed on. */
type Environment = Readonly<Record<string, string>>

/** The output of a server once it listens. In the sandbox, a banner follows. */
const isUp = /Listening on /

const ownMain = join(import.meta.dirname, '../../../apps/server/src/main.ts')
const running = new Set<Running>()
const folders: string[] = []

/** Creates an empty folder, which `endProcesses` removes. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-process-'))
  folders.push(folder)
  return folder
}

/**
 * Starts a server on a free port, by default without a mock and with its own database; `env` overrides this. `main` is the
 * entry of another version. The database of a production server is migrated first, as its operator would do.
 */
export async function startProcess(
  env: Environment = {},
  cwd = createFolder(),
  main = ownMain,
): Promise<ServerProcess> {
  if (env['NODE_ENV'] === 'production')
    await migrateDatabase(env['DATABASE_URL'] ?? ownDatabase(cwd), { mode: 'production' })
  const { child, output, ended } = spawnServer(env, cwd, main)
  // The last output of a starting server, in production and in the sandbox.
  const isReady = env['NODE_ENV'] === 'production' ? isUp : /Stop with Ctrl\+C\.\n/
  const starting = new Promise<void>((resolve) => {
    child.stdout.on('data', () => {
      if (isReady.test(output.stdout)) resolve()
    })
  })
  const early = await Promise.race([starting, ended])
  if (early !== undefined) throw new Error(`The server ended with ${early.code}: ${early.stderr}`)
  const [url] = /(?<=^ {2}API +|Listening on )http:[^\s"]+/m.exec(output.stdout) ?? []
  if (url === undefined || child.pid === undefined) throw new Error(`No address in: ${output.stdout}`)
  return {
    url,
    pid: child.pid,
    get stdout() {
      return output.stdout
    },
    stopReading: () => void child.stdout.destroy(),
    end(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** Starts a server that is expected to exit. If it listens instead, it is killed and its exit code is null. */
export function runProcess(env: Environment): Promise<Ended> {
  const { child, output, ended } = spawnServer(env, createFolder())
  child.stdout.on('data', () => {
    if (isUp.test(output.stdout)) child.kill('SIGKILL')
  })
  return ended
}

/** Kills the remaining servers and removes the folders. Call it after each test. */
export async function endProcesses(): Promise<void> {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all([...running].map(({ ended }) => ended))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

const ownDatabase = (folder: string): string => `sqlite:${join(folder, 'marketplace.db')}`

function spawnServer(env: Environment, cwd: string, main = ownMain): Running {
  const usual = { PORT: '0', MOCK_PORT: '0', DATABASE_URL: ownDatabase(cwd) }
  const server = spawnGuarded(process.execPath, [main], {
    cwd,
    env: { PATH: process.env['PATH'], ...usual, ...env },
  })
  running.add(server)
  void server.ended.finally(() => running.delete(server))
  return server
}
