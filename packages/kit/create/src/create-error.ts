/** The input is wrong; the message says what to change. */
export class CreateError extends Error {
  override readonly name = 'CreateError'
}
