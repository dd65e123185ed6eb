import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder in memory where the system has one: a suite syncs hundreds of times, and disks differ a hundredfold. */
export const fastFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A path inside a new folder that is removed when the test is over. */
export function temporaryPath(name = 'store.db', parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'giftcards-storage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, name)
}
