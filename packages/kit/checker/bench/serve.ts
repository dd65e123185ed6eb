/** Serves the API of the large documents on a free port. Sends the port to the parent process, and resets on request. */
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
    // `Request` rejects TRACE. PATCH replaces it, because the document does not declare it either.
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
