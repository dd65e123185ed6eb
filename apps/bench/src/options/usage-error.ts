/** The command line cannot be understood: one line that says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
