import type { Server } from 'node:http'
import process from 'node:process'

/** Has a server listen on a free port of the loopback address, and says in the output where that is. */
export function listenAndSayWhere(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port')
    process.stdout.write(`http://127.0.0.1:${address.port}\n`)
  })
}
