import { BackupError } from './backup-error.ts'

/** An error that reading a backup met, as one line for an operator; as it is where the file is not to blame. */
export function describeDamage(file: string, error: unknown): unknown {
  const reason = reasonOf(error)
  return reason === undefined ? error : new BackupError(`${file} cannot be used: ${reason}`, { cause: error })
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof BackupError) return error.message
  // Of a damaged line that is JSON nevertheless, but neither list nor record, a part cannot be read.
  if (error instanceof SyntaxError || error instanceof TypeError)
    return 'it is no backup, or was changed or cut off'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return 'there is no such file'
  if (code.startsWith('Z_')) return 'it is no backup, or was changed or cut off'
  return code.startsWith('E') ? `it cannot be read (${code})` : undefined
}
