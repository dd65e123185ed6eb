/** The values cannot travel: an empty path segment, a header with a line break. Such a case is not sent. */
export class UnsendableError extends Error {
  override readonly name = 'UnsendableError'
}
