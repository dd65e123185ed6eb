/** Serves the large document's server on a free port of this machine. Sends the port to the parent process, and restarts on request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createLargeServer } from '../test/large-server.ts'

const { fetch, reset } = createLargeServer()

const toRequest = async (incoming: IncomingMessage): Promise<Request> => {
  const { method = 'GET', url = '/', headersDistinct } = incoming
  const body = await buffer(incoming)
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return new Request(`http://127.0.0.1${url}`, {
    // The platform's Request knows no TRACE; PATCH is declared as little.
    method: method === 'TRACE' ? 'PATCH' : method,
    headers,
    body: method === 'GET' || method === 'HEAD' ? null : body,
  })
}

const answerWith = async (outgoing: ServerResponse, answer: Response): Promise<void> => {
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
  outgoing.end(Buffer.from(await answer.arrayBuffer()))
}

const server = createServer((incoming, outgoing) => {
  void toRequest(incoming)
    .then(fetch)
    .then((answer) => answerWith(outgoing, answer))
    .catch(() => outgoing.writeHead(500).end())
})

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', () => {
  reset()
  process.send?.('anew')
})
process.on('disconnect', () => process.exit())
