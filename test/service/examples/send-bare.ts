import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request with exactly these headers: `fetch` would add a `User-Agent`. */
export interface BareRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** A response as text. */
export interface BareAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Every request has a connection of its own, so that none meets one that its server is closing. */
const agent = new Agent({ keepAlive: false })

/** Sends a request. */
export async function sendBare(sent: BareRequest): Promise<BareAnswer> {
  const { method, url, headers, body } = sent
  const outgoing = request(url, { method: method.toUpperCase(), headers, agent })
  if (body !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(body))
  outgoing.end(body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const received = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) received.append(name, value)
  }
  return { status: incoming.statusCode ?? 0, headers: received, text: await text(incoming) }
}
