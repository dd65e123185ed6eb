import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of the loopback interface, any unless one is given, that is taken until `free` is called; rejects if it is. */
export async function takePort(wanted = 0): Promise<{ readonly port: number; free(): Promise<void> }> {
  const server = createServer().listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The system gave no port')
  return {
    port: address.port,
    async free() {
      server.close()
      await once(server, 'close')
    },
  }
}

/** A port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const taken = await takePort()
  await taken.free()
  return taken.port
}
