import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that listens on a port of this machine. */
export interface Listening {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Listens on a free port of this machine. */
export const listen = async (server: Server): Promise<Listening> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
