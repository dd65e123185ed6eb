/** The database cannot be used as it is. The message is one line for an operator; it holds no secret. */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError'
}
