import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Registers a function that cleans up when something is no longer needed. */
export type AtEnd = (cleanUp: () => Promise<void> | void) => void

/** A folder in memory where the system has one: a suite syncs hundreds of times, and disks differ a hundredfold. */
export const fastFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A path inside a new folder that is removed at the end of the test, or when `atEnd` says. */
export function temporaryPath(name = 'store.db', parent = tmpdir(), atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(join(parent, 'giftcards-storage-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, name)
}
