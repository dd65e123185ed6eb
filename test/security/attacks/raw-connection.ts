import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Exchange } from '@giftcards/test-harness'

/** One TCP connection to a server, which can carry any bytes. */
export interface RawConnection {
  /** Everything received so far. */
  readonly received: string
  /** Bytes received so far; unread bytes do not count. */
  readonly bytesRead: number
  /** Resolves when the connection has ended, from either side and in any way. */
  readonly closed: Promise<void>
  /** Writes bytes (Latin-1). Resolves early if the connection ends first. */
  write(text: string): Promise<void>
  /** Resolves when the received text matches, or when the connection has ended. */
  until(pattern: RegExp): Promise<void>
  /** Sends FIN and waits until the server has ended the connection too. */
  end(): Promise<void>
  /** Closes the connection at once (FIN), even if the server has more to send. */
  destroy(): Promise<void>
  /** Resets the connection (RST). */
  reset(): Promise<void>
}

/** Opens a connection. With `reads: false` the client never reads, so the server has to buffer its responses. */
export async function openConnection(baseUrl: string, options = { reads: true }): Promise<RawConnection> {
  const { hostname, port } = new URL(baseUrl)
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  await once(socket, 'connect')
  // The 'close' event reports the end of the connection, also after an error.
  socket.on('error', () => undefined)
  let received = ''
  if (options.reads) socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  return {
    get received() {
      return received
    },
    get bytesRead() {
      return socket.bytesRead
    },
    closed,
    write: (text) =>
      Promise.race([closed, new Promise<void>((resolve) => socket.write(text, 'latin1', () => resolve()))]),
    async until(pattern) {
      while (!pattern.test(received) && !socket.destroyed) {
        await Promise.race([closed, new Promise<void>((resolve) => socket.once('data', () => resolve()))])
      }
    },
    async end() {
      socket.end()
      await closed
    },
    async destroy() {
      socket.destroy()
      await closed
    },
    async reset() {
      socket.resetAndDestroy()
      await closed
    },
  }
}

/** Sends bytes over a new connection, and returns everything received until the server closes it. */
export async function exchangeBytes(baseUrl: string, text: string): Promise<string> {
  const connection = await openConnection(baseUrl)
  await connection.write(text)
  await connection.closed
  return connection.received
}

/** Sends bytes, HTTP or not, over a new connection, and reads the first response. The server closes the connection. */
export async function sendBytes(baseUrl: string, bytes: string): Promise<Exchange> {
  const [head = '', ...rest] = (await exchangeBytes(baseUrl, bytes)).split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/, 2) as [string, string]))
  const text = rest.join('\r\n\r\n').slice(0, Number(headers.get('content-length') ?? Infinity))
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  const messages = (body as { message?: readonly string[] } | undefined)?.message ?? []
  const status = Number(statusLine.split(' ')[1])
  return { status, headers, body, text, code: headers.get('x-error-code'), messages }
}

/** Returns the final statuses of the received responses. `100 Continue` does not count. */
export function statusesIn(received: string): readonly number[] {
  return [...received.matchAll(/HTTP\/1\.1 ([2-5]\d{2}) /g)].map(([, status]) => Number(status))
}

/** Runs `count` tasks, `lanes` of them at the same time. */
export async function runInLanes(
  count: number,
  lanes: number,
  task: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next
      next += 1
      await task(index)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
