/** A request before it is put on the wire. */
export interface PlannedRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  /** Sent as JSON. */
  readonly body?: object
}

/** The headers that every request of a partner carries. */
export interface PartnerIdentity {
  readonly appId: string
  readonly token: string
}

/** A request as it travels over HTTP/1.1, head and body. */
export function toRequestText(
  { method, path, body }: PlannedRequest,
  { appId, token }: PartnerIdentity,
): string {
  const content = body === undefined ? '' : JSON.stringify(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'user-agent: giftcards-bench/1.0',
    'accept: application/json',
    `x-cc-app: ${appId}`,
    `authorization: Bearer ${token}`,
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`]),
  ]
  return `${head.join('\r\n')}\r\n\r\n${content}`
}
