import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that forwards nothing before it has read a whole request, as `deploy/Caddyfile` configures Caddy. */
export interface BufferingProxy {
  readonly url: string
  close(): Promise<void>
}

/** Starts a proxy for a server. Its `X-Forwarded-For` names the sender of a request. */
export async function startBufferingProxy(serverUrl: string, forwardedFor: string): Promise<BufferingProxy> {
  const proxy = createServer((incoming, outgoing) => {
    forward(serverUrl, forwardedFor, incoming, outgoing).catch(() => outgoing.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      proxy.close()
      proxy.closeAllConnections()
      await once(proxy, 'close')
    },
  }
}

async function forward(
  serverUrl: string,
  forwardedFor: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  // Rejects if the body ends early, so the request never reaches the server.
  const body = Buffer.concat(await incoming.toArray())
  const { method = 'GET', url = '/', headers } = incoming
  const forwarded = request(serverUrl + url, {
    method,
    headers: { ...endToEnd(headers), 'content-length': body.length, 'x-forwarded-for': forwardedFor },
    agent: false,
  })
  const answered = once(forwarded, 'response')
  forwarded.end(body)
  const [response] = (await answered) as [IncomingMessage]
  outgoing.writeHead(response.statusCode ?? 502, endToEnd(response.headers))
  response.pipe(outgoing)
}

/** Removes the headers of one connection (RFC 9110 7.6.1) and the expectation, which the proxy has met. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const own = ['connection', 'keep-alive', 'transfer-encoding', 'expect']
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)))
}
