import { connect } from 'node:net'
import type { Exchange } from '@giftcards/test-harness'

/**
 * Sends bytes, HTTP or not, over a connection of its own and reads the first response. The server closes the connection. To it, a
 * half-closed one would look like a client that has disconnected.
 */
export async function sendBytes(baseUrl: string, bytes: string): Promise<Exchange> {
  const { hostname, port } = new URL(baseUrl)
  const received = await new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes, 'latin1'))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
    socket.on('error', reject)
  })
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line) => splitOnce(line, ': ')))
  const length = Number(headers.get('content-length') ?? Number.NaN)
  const text = Buffer.from(rest.join('\r\n\r\n'))
    .subarray(0, Number.isNaN(length) ? undefined : length)
    .toString()
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  const messages = (body as { message?: readonly string[] } | undefined)?.message ?? []
  const status = Number(statusLine.split(' ')[1])
  return { status, headers, body, text, code: headers.get('x-error-code'), messages }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return [text.slice(0, at), text.slice(at + separator.length)]
}
