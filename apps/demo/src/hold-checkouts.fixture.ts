import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy to a sandbox that holds every checkout. */
export interface HeldCheckouts {
  readonly url: string
  /** Resolves when the first checkout arrives. */
  readonly arrived: Promise<void>
  close(): void
}

/** Forwards all requests to a sandbox except checkouts, which never get a response. */
export async function holdCheckouts(sandboxUrl: string): Promise<HeldCheckouts> {
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    if (method === 'POST' && url?.startsWith('/v3/orders') === true) return resolve()
    const passed = request(new URL(url ?? '/', sandboxUrl), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.once('error', (error) => outgoing.destroy(error))
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    arrived,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
