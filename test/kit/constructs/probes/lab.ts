import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Construct, Reply, Wire } from '../construct.ts'

/** The result of one package for one construct. */
export interface Finding {
  readonly cell: 'supported' | 'named' | 'silent'
  /** The message of the package that names the construct, or a description of the problem. */
  readonly words: string
}

export const supported: Finding = { cell: 'supported', words: '' }
export const silent = (words: string): Finding => ({ cell: 'silent', words })

/** Returns the first problem, or `supported` if there is none. */
export const judge = (...problems: readonly (string | undefined | boolean)[]): Finding => {
  const found = problems.find((problem) => typeof problem === 'string')
  return typeof found === 'string' ? silent(found) : supported
}

/** Whether a note names the operation of a construct, or a place in its path. */
export const isAbout = (note: string, { id }: Construct): boolean =>
  note.includes(id) || note.includes('#/paths/~1things/')

/** A response as received. */
export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** One server for all probes, whose application can be replaced. */
export interface Lab extends AsyncDisposable {
  readonly url: string
  serve(listener: RequestListener): void
  /** Sends a request unchanged: no URL parser normalizes it. */
  send(wire: Wire): Promise<Received>
}

export async function openLab(): Promise<Lab> {
  let current: RequestListener | undefined
  const server = createServer((incoming, response) => current?.(incoming, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    serve: (listener) => void (current = listener),
    async send({ method = 'GET', target, headers = {}, body = '' }) {
      const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const sent = request({
        port,
        host: '127.0.0.1',
        method,
        path: target,
        headers: { ...headers, ...length },
      })
      sent.end(body)
      const [response] = await once(sent, 'response')
      const named = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const)
      return { status: response.statusCode, headers: Object.fromEntries(named), body: await text(response) }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Returns the body of a reply as text. */
export const bodyText = ({ body }: Reply): string =>
  body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)

/** Returns the headers of a reply, including its media type. */
export const headersOf = ({
  body,
  headers,
  mediaType = 'application/json',
}: Reply): Readonly<Record<string, string>> => ({
  ...(body !== undefined && { 'content-type': mediaType }),
  ...headers,
})

/** Converts a reply to a `Response` of `fetch`. */
export const toResponse = (reply: Reply): Response =>
  new Response(reply.body === undefined ? null : bodyText(reply), {
    status: reply.status,
    headers: headersOf(reply),
  })

/** Responds to every request with one reply, and records the requests. */
export function listen(reply: Reply): { readonly received: Wire[]; readonly listener: RequestListener } {
  const received: Wire[] = []
  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = incoming
    const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const)
    const body = await text(incoming)
    received.push({ method, target: url, headers: Object.fromEntries(headers), body })
    response.writeHead(reply.status, headersOf(reply)).end(bodyText(reply))
  }
  const listener: RequestListener = (incoming, response) => void respond(incoming, response)
  return { received, listener }
}
