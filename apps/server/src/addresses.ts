import type { Request } from 'express'

/** Under which addresses a reader reaches this server and its mock; without a slash at the end. */
export interface Addresses {
  readonly server: string
  readonly mock: string
}

/** Where the mock listens that runs beside this server. */
export interface MockPlace {
  readonly host: string
  readonly port: number
}

/** What the documents and guides name: a server as `npm start` starts it, and the mock as `npm run mock` does. */
export const published: Addresses = { server: 'http://127.0.0.1:3000', mock: 'http://127.0.0.1:4010' }

/** Pages about a server of the reader's own, which is where they say, wherever this one is. */
export const ofAnotherServer = /^\/guides\/your-own-api\.(?:html|md)$/

const hostHeader = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i
const pathPrefix = /^(?:\/[\w.~-]+)+$/
const anyInterface = ['0.0.0.0', '::']

/**
 * The addresses of the origin that a request came to, and of the mock on the same machine. A trusted proxy names the origin and
 * the path below it by `X-Forwarded-Proto`, `X-Forwarded-Host` and `X-Forwarded-Prefix`. A host that is no name or number would
 * be written into pages: the published address stands in for it.
 */
export function readAddresses(request: Request, mock: MockPlace | undefined): Addresses {
  const host = request.host as string | undefined
  if (host === undefined || !hostHeader.test(host)) return published
  const named = anyInterface.includes(mock?.host ?? '') ? host.replace(/:\d+$/, '') : (mock?.host ?? '')
  const mockHost = named.includes(':') && !named.startsWith('[') ? `[${named}]` : named
  return {
    server: `${request.protocol}://${host}${readPrefix(request)}`,
    mock: mock === undefined ? published.mock : `http://${mockHost}:${mock.port}`,
  }
}

function readPrefix(request: Request): string {
  const isTrusted = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean
  const prefix = request.get('x-forwarded-prefix')?.replace(/\/$/, '')
  const isUsable = prefix !== undefined && pathPrefix.test(prefix)
  return isUsable && isTrusted(request.socket.remoteAddress ?? '', 0) ? prefix : ''
}

/** A text with the published addresses replaced. */
export function withAddresses(text: string, { server, mock }: Addresses): string {
  return text
    .replaceAll(/http:\/\/127\.0\.0\.1:3000(?!\d)/g, () => server)
    .replaceAll(/http:\/\/127\.0\.0\.1:4010(?!\d)/g, () => mock)
}
