import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Returns the URL of a SQLite database that does not exist yet. Its folder is removed when the test finishes. */
export function createDatabaseFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-faults-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return `sqlite:${join(folder, 'cards.db')}`
}
