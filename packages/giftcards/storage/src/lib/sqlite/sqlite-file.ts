import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreOpenError } from '../store-open-error.ts'

/**
 * Makes the file of a database where there is none, with its folders, for nobody but its owner: SQLite would let everybody
 * read it. The log and the shared memory that SQLite puts beside the file get its mode. What exists keeps its mode.
 */
export function createFile(path: string): void {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
}

/** Throws `StoreOpenError` where there is no file, or a directory in its place. */
export function assertFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new StoreOpenError('there is no such file')
  if (found.isDirectory()) throw new StoreOpenError('it is a directory')
}
