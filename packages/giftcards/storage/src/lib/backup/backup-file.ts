import { open, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** A backup cannot be written or restored as asked. The message is one line for an operator and holds no secret. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/**
 * Writes a text, compressed, into a new file that only its owner may read. When it resolves the file is on the disk; when it
 * rejects there is none. Throws `BackupError` if the file exists or cannot be written.
 */
export async function writeNewFile(file: string, text: AsyncIterable<string>): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw toBackupError(file, error)
  })
  // `flush` puts the content on the disk before the file is closed.
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

/** Without this a power failure may lose the name of a new file, though its content is on the disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Describes an error of the system in one line; returns any other as it is. */
function toBackupError(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error
  const reason =
    error.code === 'EEXIST'
      ? 'exists already, and is left as it is; name a new file'
      : `cannot be written (${String(error.code)})`
  return new BackupError(`${file} ${reason}`, { cause: error })
}

/** Splits a text in pieces into lines, without their ends; the last line must have an end too. */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new SyntaxError('The last line has no end')
}

/** Describes an error of reading a file in one line for an operator; returns it as it is if the file is not to blame. */
export function describeDamage(file: string, error: unknown): unknown {
  const reason = reasonOf(error)
  return reason === undefined ? error : new BackupError(`${file} cannot be used: ${reason}`, { cause: error })
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof BackupError) return error.message
  // A damaged line may still be JSON, such as a number: reading a property of it throws a TypeError.
  if (error instanceof SyntaxError || error instanceof TypeError)
    return 'it is not a backup, or it was changed or cut off'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return 'there is no such file'
  if (code.startsWith('Z_')) return 'it is not a backup, or it was changed or cut off'
  return code.startsWith('E') ? `it cannot be read (${code})` : undefined
}
