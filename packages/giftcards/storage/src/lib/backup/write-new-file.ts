import { open, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { BackupError } from './backup-error.ts'

/**
 * Writes a text, compressed, into a new file that only its owner may read. When it resolves the file is on the disk; when it
 * rejects there is none. Throws `BackupError` where the file exists or cannot be written.
 */
export async function writeNewFile(file: string, text: AsyncIterable<string>): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw toBackupError(file, error)
  })
  // Closes the file at its end, and puts it on the disk before.
  const output = handle.createWriteStream({ flush: true })
  try {
    await pipeline(Readable.from(text), createGzip(), output)
    await syncFolder(dirname(file))
  } catch (error) {
    output.destroy()
    await unlink(file)
    throw toBackupError(file, error)
  }
}

/** Without this the name of a new file may be lost with the power, though its content is there. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** What the system refused is said in one line; anything else is no matter of the file. */
function toBackupError(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error
  const reason =
    error.code === 'EEXIST'
      ? 'exists already, and is left as it is; name a new file'
      : `cannot be written (${String(error.code)})`
  return new BackupError(`${file} ${reason}`, { cause: error })
}
