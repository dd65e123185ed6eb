/** The servers that a test has started in place of those that a guide names. */
export interface LocalAddresses {
  readonly sandbox: string
  readonly mock: string
  /** A free port for a server that a guide starts itself. */
  readonly freePort: number
}

/** A command or sample of a guide, sent to the servers of a test. */
export function withAddresses(code: string, { sandbox, mock, freePort }: LocalAddresses): string {
  return code
    .replaceAll('http://127.0.0.1:3000', sandbox)
    .replaceAll('http://127.0.0.1:4010', mock)
    .replaceAll(/(?<=http:\/\/127\.0\.0\.1:|--port )4020\b/g, String(freePort))
}
