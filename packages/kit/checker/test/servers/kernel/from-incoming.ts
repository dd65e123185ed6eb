import type { IncomingMessage } from 'node:http'
import { belowBasePath } from './below-base-path.ts'
import type { ServerRequest } from './server-request.ts'

/** Reads a request of `node:http`; repeated headers are joined by comma (RFC 9110 5.3). */
export const fromIncoming = async (incoming: IncomingMessage, basePath: string): Promise<ServerRequest> => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const [pathname = '', ...query] = (incoming.url ?? '/').split('?')
  const headers = new Headers()
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2)
    headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '')
  return {
    method: incoming.method ?? 'GET',
    path: belowBasePath(pathname, basePath),
    query: query.join('?'),
    headers,
    body: new Uint8Array(Buffer.concat(chunks)),
  }
}
