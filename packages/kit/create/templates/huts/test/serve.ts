import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '../src/app.ts'
import { createHuts, type Huts } from '../src/huts.ts'

/** Starts a server with its own huts on a free port. */
export async function serve(): Promise<{ readonly url: string; readonly huts: Huts; close(): void }> {
  const huts = createHuts()
  const server = createServer(await createApp(huts)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    huts,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
