import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A way to a server on which things go wrong when a test says so. */
export interface Proxy {
  /** The given URL, by way of the proxy. */
  readonly url: string
  /** Breaks the connection on which the server answers next, before the answer is through. */
  loseNextAnswer(): void
  /** Passes nothing on any more over the connections there are, and ends none of them. */
  fallSilent(): void
}

/** Stands between a client and the server of a URL until the test is over. */
export async function startProxy(url: string): Promise<Proxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isLosing = false
  const silent = new WeakSet<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      from.on('data', (data) => {
        if (isLosing && from === upstream) {
          isLosing = false
          client.destroy()
        } else if (!silent.has(from)) to.write(data)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port')
  const own = new URL(url)
  own.port = String(address.port)
  return {
    url: own.href,
    loseNextAnswer: () => void (isLosing = true),
    fallSilent() {
      for (const socket of sockets) silent.add(socket)
    },
  }
}
