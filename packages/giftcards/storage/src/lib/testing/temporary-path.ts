import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Registers a cleanup function. */
export type AtEnd = (cleanUp: () => Promise<void> | void) => void

/** An in-memory folder if the system has one: a suite syncs hundreds of times, and disks differ a hundredfold. */
export const fastFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Returns a path inside a new folder, which is removed at the end of the test, or by `atEnd`. */
export function temporaryPath(name = 'store.db', parent = tmpdir(), atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(join(parent, 'giftcards-storage-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, name)
}
