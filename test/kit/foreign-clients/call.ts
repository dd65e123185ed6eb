/** A call of one method of a client. */
export interface Call {
  readonly method: string
  readonly input?: object
  /** The input of the handler, if the handler reports it. */
  readonly received?: object
  /** The data that the caller gets; bytes and streams as text. */
  readonly data: unknown
  /** An input that the server rejects. */
  readonly wrong?: object
  /** Whether the operation may be retried after a lost response. */
  readonly isRetried?: true
}
