import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A proxy to the mock that leaves no request without an end. */
export interface AnsweringMock {
  readonly url: string
  close(): Promise<void>
}

/**
 * A proxy before the mock that passes everything on unchanged, with one exception. The mock sends no response to a body
 * that is not JSON, so the proxy cuts the connection at once. To wait for a timeout instead would be slow, and a short
 * timeout would depend on the machine.
 */
export async function cutSilence(mockUrl: string): Promise<AnsweringMock> {
  const { hostname, port } = new URL(mockUrl)
  async function passOn(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    if (body.length > 0 && !isJson(body.toString())) throw new Error('The mock would not answer this')
    const { method, url: path, rawHeaders: headers } = incoming
    const outgoing = request({ hostname, port, method, path, headers })
    outgoing.end(body)
    const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
    answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders)
    reply.pipe(answer)
  }
  const server = createServer((incoming, answer) => {
    passOn(incoming, answer).catch(() => incoming.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
