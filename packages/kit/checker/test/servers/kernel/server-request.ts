/** One request as a server sees it, whichever way it came in. */
export interface ServerRequest {
  readonly method: string
  /** Below the base path of the server, still percent-encoded. */
  readonly path: string
  /** Without the question mark, still percent-encoded. */
  readonly query: string
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
}
