/** Invalid user input. The message is one sentence that says what to do; the command line exits with 2. */
export class InputError extends Error {
  override readonly name = 'InputError'
}
