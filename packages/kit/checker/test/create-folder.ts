import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Registers a function that cleans up. */
export type AtEnd = (cleanUp: () => Promise<void>) => void

/** A new folder, which is removed at the end: that of the test, unless said otherwise. */
export async function createFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-checker-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}
