import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk that can be filled and freed again. */
export interface SmallDisk {
  readonly folder: string
  /** How the disk is filled. */
  readonly how: string
  /** Leaves a process no free byte. */
  fill(pid: number): void
  free(pid: number): void
  remove(): void
}

/**
 * Creates a file system in memory, if one can be mounted. Otherwise limits the size of the files that a process writes: `write`
 * then fails as well, but with EFBIG.
 */
export function createSmallDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'giftcards-disk-'))
  return mountMemory(folder) ? onMemory(folder) : onLimit(folder)
}

/** Mounting requires root, and some containers forbid it even to root. */
function mountMemory(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function onMemory(folder: string): SmallDisk {
  const filler = join(folder, 'filler')
  return {
    folder,
    how: 'a file system without a free byte',
    fill() {
      const file = openSync(filler, 'a')
      try {
        for (const size of [65_536, 1]) writeUntilFull(file, size)
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler),
    remove() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function writeUntilFull(file: number, size: number): void {
  try {
    while (writeSync(file, Buffer.alloc(size)) > 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

function onLimit(folder: string): SmallDisk {
  return {
    folder,
    how: 'a limit of 0 on what the process may write to files',
    fill: (pid) => limit(pid, '0'),
    free: (pid) => limit(pid, 'unlimited'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function limit(pid: number, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
}
