/** The response of a server; names of headers in lower case. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

/** A reply with a JSON body of the given media type. */
export const jsonReply = (status: number, value: unknown, contentType = 'application/json'): Reply => ({
  status,
  headers: { 'content-type': contentType },
  body: JSON.stringify(value),
})

/** A reply without content. */
export const emptyReply = (status = 204): Reply => ({ status, headers: {}, body: undefined })

/** The same reply with more headers; a name that it has is replaced. */
export const withHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
})
