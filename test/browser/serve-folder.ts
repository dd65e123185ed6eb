import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

/** Serves a folder like the plain file server of a partner: without redirects, short names or custom headers. */
export async function serveFolder(folder: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname)
    readFile(join(folder, name)).then(
      (bytes) => response.writeHead(200, { 'content-type': contentTypes[extname(name)] }).end(bytes),
      () => response.writeHead(404).end('Not found'),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
