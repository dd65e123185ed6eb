import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** A folder for one measurement, and what was started in it. */
export interface Workplace {
  readonly folder: string
  /** Has something closed at the end, the newest first: a server must not see its database go. */
  onClose(close: () => Promise<void> | void): void
}

/**
 * Works in a new place, and clears it away, also if the work fails. If the whole process ends, what it has started
 * ends by itself, and the folder goes too.
 */
export async function withWorkplace<T>(work: (place: Workplace) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-bench-'))
  const closers: (() => Promise<void> | void)[] = []
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    return await work({ folder, onClose: (close) => void closers.push(close) })
  } finally {
    for (const close of closers.toReversed()) await close()
    remove()
    process.off('exit', remove)
  }
}
