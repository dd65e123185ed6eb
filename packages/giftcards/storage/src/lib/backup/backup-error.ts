/** A backup cannot be written or restored as asked. The message is one line for an operator; it holds no secret. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
